//! The window of what is left: per tool and class, where everything stands, and what was judged and is gone.

use crate::app::App;
use crate::page::{Kind, Page, Role};
use crate::review::Count;
use crate::words::{self, counted};

impl App {
    /// What is left to decide. Lines of tools and classes lead to their part of the queue.
    pub(in crate::app) fn left_page(&self) -> Page {
        let judged = self.review.judged();
        let name = judged.registry().and_then(|id| self.data.registry(id)).map_or("", |slot| slot.name.as_str());
        let is_frozen = self.is_review_frozen();
        let Count { all, left } = judged.review.count();
        let mut page = if is_frozen {
            let mut page = Page::new(format!("what {name} was frozen with"));
            page.text(format!("{}; nothing is to be decided, as it is frozen", counted(all, "rule")));
            page
        } else {
            let mut page = Page::new(format!("what is left of {name}"));
            page.text(format!("{left} of {} left to decide", counted(all, "rule")));
            page
        };
        for (standing, count) in judged.review.by_standing() {
            page.item(format!("{count} {}", standing.replace('_', " ")));
        }
        page.heading("By tool (enter shows them)");
        let mut links = 0;
        let mut link = |page: &mut Page, name: &str, count: Count| {
            let role = if count.left > 0 || is_frozen { Role::Text } else { Role::Muted };
            let text = if is_frozen {
                format!("{name}: {}", counted(count.all, "rule"))
            } else {
                format!("{name}: {} of {} left", count.left, count.all)
            };
            page.link(Kind::Item, vec![(role, text)], links);
            links += 1;
        };
        for (tool, count) in judged.review.by_tool() {
            link(&mut page, tool.as_str(), count);
        }
        page.heading("By class (enter shows them)");
        for (class, count) in judged.review.by_class() {
            link(&mut page, class.name(), count);
        }
        page.heading(if is_frozen { "Left out by a decision" } else { "Judged, and no longer in the registry" });
        if judged.review.orphans.is_empty() {
            page.item("none");
        }
        for orphan in &judged.review.orphans {
            let Some((subject, verdict)) = orphan.decision.subject().zip(orphan.decision.verdict()) else { continue };
            let (author, day) = (&orphan.decision.author, orphan.decision.at.split('T').next().unwrap_or_default());
            let rule = words::rule(&subject.rule);
            page.item(format!("{}: {rule} ({} by {author} on {day})", subject.tool, verdict.name()));
        }
        page
    }

    /// Shows the part of the queue behind a line.
    pub(in crate::app) fn follow_left(&mut self, link: usize) {
        let judged = self.review.judged();
        let tools = judged.review.by_tool();
        let home = if self.is_review_frozen() { "" } else { "left:yes " };
        let filter = match tools.keys().nth(link) {
            Some(tool) => format!("{home}tool:\"{tool}\""),
            None => match judged.review.by_class().keys().nth(link - tools.len().min(link)) {
                Some(class) => format!("{home}class:{}", class.name()),
                None => return,
            },
        };
        self.overlays.clear();
        self.review.screen.filter = filter;
        self.refresh_queue();
    }

    /// What the reasons of suspicion and the signs mean.
    pub(in crate::app) fn reasons_page() -> Page {
        let mut page = Page::new("why a rule is suspicious");
        page.text(
            "A rule is mined because nothing in the samples broke it. That can be an accident. Each reason below makes \
             that likelier; the queue begins with the rules against which the most can be said.",
        );
        for kind in crate::review::suspicion::Kind::ALL {
            page.heading(format!("{} (filter: reasons:{})", kind.name().replace('_', " "), kind.name()));
            page.text(meaning(kind));
        }
        page
    }
}

/// What a reason means for whoever decides.
fn meaning(kind: crate::review::suspicion::Kind) -> &'static str {
    use crate::review::suspicion::Kind;
    match kind {
        Kind::Fired => {
            "It was broken on clean calls that it was not mined from: it would raise false alarms. Look at those calls \
             (they are listed in the card); reject it, or widen it if only a legal value was missing."
        }
        Kind::SetAside => "Errors were taken out before rules were sought: it fires on every one like them.",
        Kind::Folds => "Mined without a fifth of the tasks, say, it is not there: it stands on few tasks.",
        Kind::Shape => {
            "Its values look like identifiers, dates or times: the next call will bring another one. Reject it, unless \
             these are the names of a fixed list."
        }
        Kind::SmallIntegers => "Small whole numbers often agree by coincidence.",
        Kind::NearZero => {
            "The samples are whole numbers that come near zero, or look like a count of something: none of it may be as \
             legal as one. Reject it if zero is a legal value; ask what the tool gives where there is nothing."
        }
        Kind::LittleVariance => "One side of the relation hardly varied, so the relation was hardly put to the test.",
        Kind::FewWitnesses => "Some of its values were seen on few samples; others may never have been seen.",
        Kind::Constant => "The field was the same in all samples: that may be the sample and not the tool.",
        Kind::Threshold => "It stands on hardly more samples than the least that its class asks for.",
        Kind::RuleOfThree => {
            "Never broken in n samples does not mean never: at 95% confidence it may still be broken in up to 3 of n \
             calls."
        }
        Kind::Implied => {
            "Who believes another rule believes this one, too; it is shown folded under that one. The check may still \
             catch with it what the other passes over, such as a number where a text belongs."
        }
    }
}
