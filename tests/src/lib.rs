//! Oracles that share no code with the engines, and strategies and properties
//! that tests and fuzz targets share.
