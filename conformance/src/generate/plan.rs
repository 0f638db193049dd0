//! Decides which names a random model has, and of which types they are.

use super::Generator;
use super::scope::NamesInScope;
use super::world::{Definition, Enumeration, Param, PlannedType, Population, Process, Sort, Spot, Variable};

impl Generator {
    /// Fills the world.
    pub(super) fn plan(&mut self) {
        self.plan_constants();
        self.plan_types();
        let processes = self.random.weighted(&[2, 5, 3]);
        let populations = self.random.weighted(&[8, 3, 1]);
        for number in 0..processes {
            self.plan_process(number);
        }
        // References may lead to any process, so variables come after all processes have a name.
        for number in 0..processes {
            self.plan_process_contents(number, processes);
        }
        let variables = 1 + self.random.weighted(&[3, 4, 3, 1]);
        for number in 0..variables {
            let name =
                if self.random.percent(5) { format!("`place {number}`") } else { format!("g{number}") };
            let variable = self.plan_variable(name);
            self.world.variables.push(variable);
        }
        for number in 0..populations {
            let locations = self.names("at", number, 2, 3);
            self.world.populations.push(Population { name: format!("Crowd{number}"), locations });
        }
        self.plan_params();
        self.plan_events(processes + populations == 0);
        self.plan_synchronisations(processes + populations);
        self.plan_definitions();
        self.plan_spots();
    }

    fn plan_spots(&mut self) {
        if self.random.percent(20) {
            let scope = NamesInScope { own_definitions: false, ..NamesInScope::global(0) };
            if let Some(target) = self.place(&scope, 1, |_| true) {
                self.world.spots.push(Spot { name: "spot".into(), target });
            }
        }
    }

    fn plan_constants(&mut self) {
        for number in 0..self.random.weighted(&[2, 3, 1]) {
            let value = self.random.between(1, 3);
            self.world.constants.push((format!("C{number}"), value));
        }
        self.world.flag = self.random.percent(15);
        self.world.temporal_definitions = self.random.percent(10);
    }

    fn plan_types(&mut self) {
        for number in 0..self.random.weighted(&[3, 4, 2]) {
            let count = 2 + self.random.below(2);
            let mut members: Vec<String> = (0..count).map(|member| format!("M{number}{member}")).collect();
            if number == 1 && self.random.percent(20) {
                // An enumeration that shares a member with another.
                members[0] = "M00".into();
            }
            let name = self.random.percent(70).then(|| format!("Enum{number}"));
            self.world.enumerations.push(Enumeration { name, members });
        }
        if self.random.percent(30) {
            let low = self.random.between(-1, 1);
            self.world.ranges.push(("Small".into(), low, low + self.random.between(1, 2)));
        }
    }

    fn plan_process(&mut self, number: usize) {
        let array = self.random.percent(65).then(|| {
            let low = self.random.between(0, 2);
            let count = 1 + self.random.weighted(&[2, 6, 1]) as i64;
            (low, low + count - 1)
        });
        let locations = if self.random.percent(5) { Vec::new() } else { self.names("s", number, 2, 3) };
        let labels = self.names("go", number, 1, 2);
        self.world.processes.push(Process {
            name: format!("P{number}"),
            array,
            index: format!("i{number}"),
            locations,
            variables: Vec::new(),
            definitions: Vec::new(),
            labels,
        });
    }

    fn plan_process_contents(&mut self, number: usize, processes: usize) {
        let variables = self.random.weighted(&[4, 4, 1]);
        for variable in 0..variables {
            // A local variable may hide a global one.
            let name = if self.random.percent(5) { "g0".into() } else { format!("v{number}{variable}") };
            let variable = self.plan_variable(name);
            if !self.world.processes[number].variables.iter().any(|other| other.name == variable.name) {
                self.world.processes[number].variables.push(variable);
            }
        }
        if self.world.processes[number].array.is_some() {
            // References among the instances themselves, for `reach` to follow.
            for stem in ["next", "prev"].into_iter().take(self.random.weighted(&[6, 3, 1])) {
                let (name, ty) = (format!("{stem}{number}"), PlannedType::Reference(number));
                self.world.processes[number].variables.push(Variable { name, ty, array: None });
            }
        }
        if processes > 0 && self.random.percent(25) {
            let result = self.plan_sort();
            let parameters =
                if self.random.percent(40) { vec![("b".to_string(), Sort::Finite)] } else { Vec::new() };
            let definition = Definition { name: format!("own{number}"), parameters, result };
            self.world.processes[number].definitions.push(definition);
        }
    }

    fn plan_variable(&mut self, name: String) -> Variable {
        let ty = self.plan_type();
        let array = self.random.percent(15).then(|| {
            let low = self.random.between(0, 1);
            (low, low + 1)
        });
        Variable { name, ty, array }
    }

    fn plan_type(&mut self) -> PlannedType {
        let arrays: Vec<usize> =
            (0..self.world.processes.len()).filter(|p| self.world.processes[*p].array.is_some()).collect();
        match self.random.weighted(&[4, 6, 1, 2, 3, 4]) {
            1 => self.plan_range(),
            2 => PlannedType::Nat,
            3 => PlannedType::Int,
            4 if !self.world.enumerations.is_empty() => {
                PlannedType::Enumeration(self.random.below(self.world.enumerations.len()))
            }
            5 if !arrays.is_empty() => PlannedType::Reference(*self.random.pick(&arrays)),
            _ => PlannedType::Bool,
        }
    }

    fn plan_range(&mut self) -> PlannedType {
        if let Some((_, low, high)) = self.world.ranges.first()
            && self.random.percent(30)
        {
            return PlannedType::Range(*low, *high);
        }
        let low = self.random.between(-2, 1);
        PlannedType::Range(low, low + self.random.between(1, 3))
    }

    fn plan_params(&mut self) {
        if self.random.percent(20) {
            let natural = self.random.percent(60);
            let low = if natural { 0 } else { self.random.between(-1, 1) };
            let high = low + self.random.between(0, 2);
            self.world.params.push(Param { name: "size".into(), natural, low, high });
        }
    }

    fn plan_events(&mut self, needed: bool) {
        let count = usize::from(needed) + self.random.weighted(&[4, 4, 2]);
        for number in 0..count {
            let index = self.random.percent(25).then_some((0, 1));
            self.world.events.push((format!("event{number}"), index));
        }
    }

    fn plan_synchronisations(&mut self, bodies: usize) {
        if bodies > 0 && self.random.percent(45) {
            self.world.rendezvous.push("meet".into());
        }
        if bodies > 0 && self.random.percent(45) {
            self.world.broadcasts.push("shout".into());
        }
    }

    fn plan_definitions(&mut self) {
        for number in 0..self.random.weighted(&[4, 3, 2]) {
            let parameters = (0..self.random.weighted(&[3, 3, 1]))
                .map(|parameter| {
                    let sort = *self.random.pick(&[Sort::Bool, Sort::Finite]);
                    (format!("a{number}{parameter}"), sort)
                })
                .collect();
            let result = self.plan_sort();
            self.world.definitions.push(Definition { name: format!("def{number}"), parameters, result });
        }
    }

    fn plan_sort(&mut self) -> Sort {
        *self.random.pick(&[Sort::Bool, Sort::Bool, Sort::Finite, Sort::Linear])
    }

    /// Between `least` and `most` names that begin alike.
    fn names(&mut self, stem: &str, number: usize, least: usize, most: usize) -> Vec<String> {
        let count = least + self.random.below(most - least + 1);
        (0..count).map(|name| format!("{stem}{number}{name}")).collect()
    }
}
