//! Contracts from other sources than traces: databases and public schemas (SPEC 3, end).
