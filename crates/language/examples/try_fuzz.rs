//! temporary
use std::time::{Duration, Instant};
fn main() {
    let seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let secs: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let files: Vec<String> = std::env::args().skip(3).map(|f| std::fs::read_to_string(f).unwrap()).collect();
    let mut s = seed.wrapping_mul(0x9E3779B97F4A7C15) | 1;
    let mut rnd = move |n: usize| { s ^= s << 13; s ^= s >> 7; s ^= s << 17; (s % n as u64) as usize };
    let tok = |t: &str| -> Vec<String> {
        let mut out: Vec<String> = vec![]; let mut cur = String::new();
        for c in t.chars() {
            let id = c.is_alphanumeric() || c == '_';
            if id { cur.push(c); } else { if !cur.is_empty() { out.push(std::mem::take(&mut cur)); } out.push(c.to_string()); }
        }
        if !cur.is_empty() { out.push(cur); } out };
    let toks: Vec<Vec<String>> = files.iter().map(|f| tok(f)).collect();
    let start = Instant::now(); let mut n = 0; let mut clean = 0; let mut slow = Duration::ZERO;
    while start.elapsed().as_secs() < secs {
        let mut t = toks[rnd(toks.len())].clone();
        for _ in 0..1 + rnd(6) {
            if t.is_empty() { break; }
            let i = rnd(t.len());
            match rnd(7) {
                0 => { t.remove(i); }
                1 => { let j = rnd(t.len()); t.swap(i, j); }
                2 => { let j = rnd(t.len()); let x = t[j].clone(); t[i] = x; }
                3 => { let o = &toks[rnd(toks.len())]; let x = o[rnd(o.len())].clone(); t[i] = x; }
                4 => { let j = rnd(t.len()); let x = t[j].clone(); t.insert(i, x); }
                5 => { let w = ["0","1","-1","170141183460469231731687303715884105727","null","self","index","ref","'","forall i in 0..2:","count","at","any","min(1,2)","{A,B}","in","->","true","int","bool"]; t[i] = w[rnd(w.len())].to_string(); }
                _ => { let o = &toks[rnd(toks.len())]; let a = rnd(o.len()); let b = (a + rnd(30)).min(o.len()); for (k, x) in o[a..b].iter().enumerate() { t.insert((i + k).min(t.len()), x.clone()); } }
            }
        }
        let text: String = t.concat();
        std::fs::write(format!("/tmp/sem/fuzz_{seed}.fathom"), &text).unwrap();
        let t0 = Instant::now();
        let l = language::load(&text, &language::Overrides::default());
        let d = t0.elapsed();
        if d > slow { slow = d; std::fs::write(format!("/tmp/sem/slow_{seed}.fathom"), &text).unwrap(); }
        n += 1;
        if l.system.is_some() { clean += 1; }
        assert_eq!(l.system.is_some(), !l.diagnostics.iter().any(|d| d.is_error()));
        for f in &l.diagnostics { assert!(f.at.end as usize <= text.len()); }
        let _ = diagnostics::render(&l.diagnostics, &text, "f", false);
        if let Some(s) = &l.system { for e in &s.initial { let _ = s.show_expr(e); } }
    }
    println!("{n} runs, {clean} clean, slowest {slow:?}");
}
