//! Contracts from other sources than traces (SPEC 3, end): a database or any file of records, and
//! public schemas.

pub mod records;
pub mod schema;
