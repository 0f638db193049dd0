//! Laws of layouts, on small diagrams of every shape and on random ones.

use super::mesh::{Mesh, Part};
use super::*;

/// A diagram with these links between equal boxes; the first node is the root.
fn diagram(nodes: usize, links: &[(usize, usize)]) -> Diagram {
    Diagram {
        nodes: vec![NodeBox { width: 60.0, height: 40.0, before: 0.0, behind: 0.0 }; nodes],
        links: links
            .iter()
            .map(|(from, to)| Link { from: *from, to: *to, width: 50.0, height: 12.0 })
            .collect(),
        roots: if nodes == 0 { Vec::new() } else { vec![0] },
    }
}

/// A diagram with different sizes and links that look like those of a state graph.
fn random(seed: u64, nodes: usize, links: usize) -> Diagram {
    let mut state = seed;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut pairs: std::collections::BTreeSet<(usize, usize)> = (1..nodes).map(|n| (next(n), n)).collect();
    for _ in 0..links {
        let pair = (next(nodes), next(nodes));
        if pair.0 != pair.1 {
            pairs.insert(pair);
        }
    }
    let mut result = diagram(nodes, &pairs.into_iter().collect::<Vec<_>>());
    for node in &mut result.nodes {
        *node = NodeBox {
            width: 30.0 + next(80) as f64,
            height: 20.0 + next(40) as f64,
            before: next(20) as f64,
            behind: next(30) as f64,
        };
    }
    result
}

fn shapes() -> Vec<Diagram> {
    let mut all = vec![
        diagram(0, &[]),
        diagram(1, &[]),
        diagram(3, &[]),
        diagram(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]),
        diagram(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (2, 0), (3, 1)]),
        diagram(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (2, 1), (3, 1)]),
        diagram(5, &[(1, 0), (2, 0), (3, 4), (4, 3)]),
    ];
    all.extend((0..40).map(|seed| random(seed, 2 + seed as usize, 3 * seed as usize)));
    all
}

fn meshed(diagram: &Diagram) -> (Vec<usize>, Mesh) {
    let rows = rows::assign(diagram);
    let mut mesh = mesh::build(diagram, &rows);
    ordering::reduce_crossings(&mut mesh);
    (rows, mesh)
}

#[test]
fn boxes_of_one_level_do_not_overlap() {
    for diagram in shapes() {
        let (_, mesh) = meshed(&diagram);
        let xs = coordinates::assign(&mesh);
        for pair in mesh.levels.iter().flat_map(|level| level.windows(2)) {
            let distance = xs[pair[1]] - xs[pair[0]];
            assert!(distance + 1e-6 >= coordinates::separation(&mesh, pair[0], pair[1]), "{diagram:?}");
        }
        for (vertex, x) in mesh.vertices.iter().zip(&xs) {
            assert!(x - vertex.left >= -1e-6, "nothing is cut off at the left side");
        }
    }
}

#[test]
fn links_lead_down_by_one_row_unless_they_are_marked() {
    for diagram in shapes() {
        let layout = arrange(&diagram);
        for (link, direction) in diagram.links.iter().zip(&layout.directions) {
            let (from, to) = (layout.nodes[link.from].y, layout.nodes[link.to].y);
            match direction {
                Direction::Down => assert!(from < to),
                Direction::Level => assert_eq!(from, to),
                Direction::Up => assert!(from > to),
            }
        }
    }
}

#[test]
fn the_mesh_joins_neighbouring_levels_and_covers_every_link() {
    for diagram in shapes() {
        let (rows, mesh) = meshed(&diagram);
        for (index, vertex) in mesh.vertices.iter().enumerate() {
            assert!(vertex.above.iter().all(|above| mesh.vertices[*above].level + 1 == vertex.level));
            assert!(vertex.below.iter().all(|below| mesh.vertices[*below].above.contains(&index)));
            assert!(mesh.levels[vertex.level].contains(&index), "each vertex is on its level");
            if let Part::Trunk(node) = vertex.part {
                assert_eq!(vertex.above.len(), 1, "a trunk leads to one node");
                assert!(2 * rows[node] < vertex.level);
            }
        }
    }
}

#[test]
fn lines_begin_and_end_at_their_nodes() {
    for diagram in shapes() {
        let layout = arrange(&diagram);
        let touches = |node: usize, point: Point| {
            let (at, size) = (layout.nodes[node], &diagram.nodes[node]);
            let beside = (point.x - at.x).abs() <= size.width / 2.0;
            beside && (point.y == at.y || (point.y - at.y - size.height).abs() < 1e-9)
        };
        for stroke in &layout.strokes {
            if let Some(link) = stroke.link {
                assert!(touches(diagram.links[link].from, stroke.pieces[0].end()));
            }
            if let Some(target) = stroke.target {
                assert!(touches(target, stroke.pieces[stroke.pieces.len() - 1].end()));
            }
        }
        let arrows = layout.strokes.iter().filter(|stroke| stroke.target.is_some()).count();
        assert!(arrows <= diagram.links.len());
    }
}

#[test]
fn the_same_diagram_gives_the_same_layout() {
    for seed in 0..10 {
        let first = format!("{:?}", arrange(&random(seed, 30, 60)));
        assert_eq!(first, format!("{:?}", arrange(&random(seed, 30, 60))));
    }
}

#[test]
fn crossings_are_counted_like_one_by_one() {
    for diagram in shapes() {
        let (_, mesh) = meshed(&diagram);
        let positions = mesh.positions();
        let mut expected = 0;
        for level in &mesh.levels {
            let lines: Vec<(usize, usize)> = level
                .iter()
                .flat_map(|v| mesh.vertices[*v].below.iter().map(|b| (positions[*v], positions[*b])))
                .collect();
            for (index, (a, b)) in lines.iter().enumerate() {
                expected +=
                    lines[index + 1..].iter().filter(|(c, d)| (a < c && d < b) || (c < a && b < d)).count();
            }
        }
        assert_eq!(crossings::count(&mesh, &positions), expected);
    }
}

#[test]
fn a_tree_and_a_diamond_have_no_crossings() {
    for diagram in [
        diagram(7, &[(0, 1), (0, 2), (1, 5), (2, 3), (1, 4), (2, 6)]),
        diagram(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]),
    ] {
        let (_, mesh) = meshed(&diagram);
        assert_eq!(crossings::count(&mesh, &mesh.positions()), 0);
    }
}

#[test]
fn roots_that_other_roots_lead_to_need_not_be_in_the_first_row() {
    let mut diagram = diagram(5, &[(1, 0), (0, 2), (2, 1), (2, 3), (3, 4), (4, 3)]);
    diagram.roots = vec![0, 1, 2, 4];
    assert_eq!(
        rows::assign(&diagram),
        [0, 2, 1, 1, 0],
        "0, 1 and 2 are a circle; only 3, no root, leads to 4"
    );
    diagram.roots = vec![0, 1];
    assert_eq!(rows::assign(&diagram), [1, 0, 2, 3, 4], "1 leads to 0");
}
