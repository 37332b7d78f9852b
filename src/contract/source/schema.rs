//! Contracts from public schemas (SPEC 3, end).
