//! Spaces: the names of the parameters and dimensions of a set.

/// The names of the symbolic parameters and of the dimensions of a set.
///
/// Parameters are unknown constants; two sets that share a parameter's name speak of the same constant.
/// Dimensions are told apart by their position, and their names serve readers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Space {
    parameters: Vec<String>,
    dimensions: Vec<String>,
}

impl Space {
    /// A space with these parameters and dimensions.
    pub fn new(parameters: &[&str], dimensions: &[&str]) -> Space {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect();
        Space { parameters: owned(parameters), dimensions: owned(dimensions) }
    }

    /// A space from owned names.
    pub fn from_names(parameters: Vec<String>, dimensions: Vec<String>) -> Space {
        Space { parameters, dimensions }
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// The names of the dimensions.
    pub fn dimensions(&self) -> &[String] {
        &self.dimensions
    }

    /// The number of parameters and dimensions together.
    pub fn visible(&self) -> usize {
        self.parameters.len() + self.dimensions.len()
    }

    /// The column of a dimension in the rows of this space.
    pub fn dimension_column(&self, dimension: usize) -> usize {
        1 + self.parameters.len() + dimension
    }

    /// All names in the order of the columns: parameters, then dimensions.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.parameters.iter().chain(&self.dimensions)
    }

    /// This space with the other's parameters that it lacks.
    pub fn with_parameters_of(&self, other: &Space) -> Space {
        let mut result = self.clone();
        for name in &other.parameters {
            if !result.parameters.contains(name) {
                result.parameters.push(name.clone());
            }
        }
        result
    }

    /// For each column of `target` the column of this space that it is, dimensions by position.
    pub(crate) fn order_for(&self, target: &Space) -> Vec<Option<usize>> {
        let parameters = target
            .parameters
            .iter()
            .map(|name| self.parameters.iter().position(|p| p == name).map(|i| i + 1));
        let dimensions = (0..self.dimensions.len()).map(|i| Some(self.dimension_column(i)));
        parameters.chain(dimensions).collect()
    }
}
