//! Translations of a model into the languages of other checkers.
