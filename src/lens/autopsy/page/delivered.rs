//! What the tool returned, beside what the model saw.

use super::shortened;
use crate::lens::autopsy::Autopsy;
use crate::page::{Kind, Page, Role};
use crate::receipt::{self, Recorded};

pub(super) fn write(autopsy: &Autopsy, page: &mut Page) {
    page.heading("What the tool returned, and what the model saw");
    let Some(raw) = &autopsy.call.result else {
        page.item("nothing: the call never returned");
        return;
    };
    let returned = shortened(&receipt::bare(raw));
    page.push(Kind::Item, vec![(Role::Muted, "returned: ".into()), (Role::Value, returned)]);
    let (Some(receipt), Some(recorded)) = (&autopsy.call.receipt, &autopsy.recorded) else {
        page.item("the model saw just that: no receipt was recorded");
        return;
    };
    let form = match &recorded.receipt {
        Recorded::Read(known) => format!("the receipt, form {}", known.schema),
        Recorded::Unknown(_) => "the receipt, of a form that is not known".to_owned(),
    };
    let delivered = receipt::delivered(raw, receipt);
    page.push(Kind::Item, vec![(Role::Muted, format!("{form}: ")), (Role::Receipt, delivered.receipt.clone())]);
    let whole = "the model saw, put together from the two: ".to_owned();
    page.push(
        Kind::Item,
        vec![
            (Role::Muted, whole),
            (Role::Text, delivered.before.to_owned()),
            (Role::Value, shortened(&delivered.raw)),
            (Role::Text, delivered.between.to_owned()),
            (Role::Receipt, delivered.receipt),
            (Role::Text, delivered.after.to_owned()),
        ],
    );
}
