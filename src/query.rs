//! Finding rows: the filter language shared by every list and by `--filter`.

pub mod lang;
