//! The scores of the benchmark's five tasks, together.

use statistics::weighted_mean;

/// A value for each of the three parts of the score of an interpretation task,
/// where a model is explained in words and in comments: a score, a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Interpretation<T> {
    /// s_logic: similarity of the description to the reference (the benchmark
    /// takes the cosine of embeddings).
    pub logic: T,
    /// s_anno: similarity of the annotated code to the reference.
    pub annotation: T,
    /// S of the annotated code as the prover judges it, see
    /// [`Counts::score`](super::Counts::score).
    pub verification: T,
}

impl Interpretation<f64> {
    /// The benchmark's weights: α, β and 1−α−β with α = β = 0.3.
    pub const WEIGHTS: Self = Self {
        logic: 0.3,
        annotation: 0.3,
        verification: 0.4,
    };
}

impl Interpretation<Option<f64>> {
    /// α · s_logic + β · s_anno + (1−α−β) · S by the benchmark's weights, .3, .3
    /// and .4; undefined if a part is.
    ///
    /// ```
    /// use score::crypform::Interpretation;
    /// let task = Interpretation { logic: Some(0.9), annotation: Some(0.8), verification: Some(0.5) };
    /// assert!((task.score().unwrap() - 0.71).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.weighted(&Interpretation::WEIGHTS)
    }

    /// With other weights, see [`weighted_mean`].
    #[must_use]
    pub fn weighted(&self, weights: &Interpretation<f64>) -> Option<f64> {
        weighted_mean([
            (weights.logic, self.logic),
            (weights.annotation, self.annotation),
            (weights.verification, self.verification),
        ])
    }
}

/// A value for each of the benchmark's tasks: a score, a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Capabilities<T> {
    /// Write a model from a description.
    pub generation: T,
    /// Fill in what a model lacks.
    pub completion: T,
    /// Write a model again in the language of another prover.
    pub transformation: T,
    /// Repair a model. The benchmark has two kinds, models that do not load and
    /// models that are judged wrong; its published scores are S over both together.
    pub correction: T,
    /// Explain a model, see [`Interpretation`].
    pub interpretation: T,
}

impl Capabilities<f64> {
    /// The benchmark's weights.
    pub const WEIGHTS: Self = Self {
        generation: 0.25,
        completion: 0.20,
        transformation: 0.25,
        correction: 0.15,
        interpretation: 0.15,
    };
}

impl Capabilities<Option<f64>> {
    /// The overall score by the benchmark's weights, .25, .20, .25, .15 and .15;
    /// undefined if one score is.
    ///
    /// ```
    /// use score::crypform::Capabilities;
    /// // Published of Claude 3.5 Sonnet, in percent: 51.0.
    /// let scores = Capabilities {
    ///     generation: Some(24.2),
    ///     completion: Some(74.4),
    ///     transformation: Some(22.7),
    ///     correction: Some(71.2),
    ///     interpretation: Some(91.7),
    /// };
    /// assert_eq!(format!("{:.1}", scores.overall().unwrap()), "51.0");
    /// ```
    #[must_use]
    pub fn overall(&self) -> Option<f64> {
        self.weighted(&Capabilities::WEIGHTS)
    }

    /// With other weights, see [`weighted_mean`].
    #[must_use]
    pub fn weighted(&self, weights: &Capabilities<f64>) -> Option<f64> {
        weighted_mean([
            (weights.generation, self.generation),
            (weights.completion, self.completion),
            (weights.transformation, self.transformation),
            (weights.correction, self.correction),
            (weights.interpretation, self.interpretation),
        ])
    }
}
