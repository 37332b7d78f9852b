//! Which two arms are compared, and what makes a pair of them.

use std::sync::Arc;

use anyhow::bail;

use crate::pair::{Field, Pairing, Plan, Run};

#[derive(Debug, clap::Args)]
pub(super) struct ArmsArgs {
    /// The two arms, first and second, such as `baseline,advisory` (default: baseline, and the arm with most pairs)
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
    arms: Vec<String>,
    /// The field of an episode whose values are the arms: arm, model, trial, stratum, study, file, or a key of the header
    #[arg(long, value_name = "FIELD", default_value = "arm")]
    arm_field: String,
    /// The fields in which the two of a pair agree (default: task, model and trial)
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',')]
    key: Vec<String>,
    /// Also pool episodes of different studies, or with different registries in one arm
    #[arg(long)]
    pool: bool,
}

impl ArmsArgs {
    /// Whether different studies are one.
    pub(super) fn is_pooled(&self) -> bool {
        self.pool
    }

    /// Pairs the runs.
    pub(super) fn pair(&self, runs: &[Run]) -> anyhow::Result<Pairing> {
        let known = Field::all_of(runs);
        let named = |name: &str| -> anyhow::Result<Field> {
            let field = Field::named(name.trim());
            if !known.contains(&field) {
                let names: Vec<&str> = known.iter().map(Field::name).collect();
                bail!("no episode has a field {name}; there are {}", names.join(", "));
            }
            Ok(field)
        };
        let mut plan = Plan::along(named(&self.arm_field)?);
        if !self.key.is_empty() {
            plan.key = self.key.iter().map(|name| named(name)).collect::<anyhow::Result<_>>()?;
        }
        plan.mixes_studies |= self.pool;
        match self.arms.as_slice() {
            [] => {}
            [first, second] if first != second => {
                plan = plan.with_arms([Arc::from(first.trim()), Arc::from(second.trim())]);
            }
            _ => bail!("--arms takes two different arms with a comma between, such as --arms baseline,advisory"),
        }
        let pairing = Pairing::new(runs, &plan);
        let is_there = |name: &str| pairing.arms.iter().any(|arm| *arm.name == *name);
        if let Some(missing) = self.arms.iter().find(|name| !is_there(name.trim())) {
            let names: Vec<&str> = pairing.arms.iter().map(|arm| &*arm.name).collect();
            let there =
                if names.is_empty() { "no arms at all".to_owned() } else { format!("the arms {}", names.join(", ")) };
            bail!("no episode is in the arm {missing}; by the field {} there are {there}", plan.axis);
        }
        Ok(pairing)
    }
}
