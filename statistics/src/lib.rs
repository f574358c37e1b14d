//! Scores and tests of evaluations, once for all tools: confusion, precision and
//! recall, bootstrap intervals, correlation. Knows numbers only.
