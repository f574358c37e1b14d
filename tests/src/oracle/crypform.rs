//! CrypFormBench's measures item by item, and fenced blocks line by line.
//! Shares no code with `score` and `statistics`.

/// What came of one model; goals are `v`erified, `f`alsified or `o`pen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// The prover does not load it.
    NotLoaded,
    /// The prover was stopped.
    Stopped,
    /// The prover's verdicts.
    Goals(Vec<char>),
}

/// One thing that is counted: whether it is UNSAFE, and whether it is judged
/// so; none without a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Item {
    is_unsafe: bool,
    judged_unsafe: Option<bool>,
    is_loaded: bool,
    is_stopped: bool,
}

/// a, ACC, ACC_A, F1_A, S.
pub type Measures = [Option<f64>; 5];

/// How timeouts count: 0 as not analysed, 1 as analysed and not judged, 2 as
/// analysed and wrong.
pub type Switch = u8;

fn judged(goals: &[char]) -> Option<bool> {
    if goals.contains(&'f') {
        return Some(true);
    }
    if goals.is_empty() || goals.contains(&'o') {
        return None;
    }
    Some(false)
}

fn item(is_unsafe: bool, seen: &Seen, goals: &[char]) -> Item {
    Item {
        is_unsafe,
        judged_unsafe: judged(goals),
        is_loaded: matches!(seen, Seen::Goals(_)),
        is_stopped: *seen == Seen::Stopped,
    }
}

/// The measures over schemes.
#[must_use]
pub fn of_schemes(schemes: &[(bool, Seen)], switch: Switch, gamma: f64) -> Measures {
    let items = schemes.iter().map(|(is_unsafe, seen)| match seen {
        Seen::Goals(goals) => item(*is_unsafe, seen, goals),
        _ => item(*is_unsafe, seen, &[]),
    });
    measures(&items.collect::<Vec<_>>(), switch, gamma)
}

/// The measures over goals: the truth of goal 0, 1, …, which is the verdict at
/// that place if there is one.
#[must_use]
pub fn of_goals(schemes: &[(Vec<bool>, Seen)], switch: Switch, gamma: f64) -> Measures {
    let mut items = Vec::new();
    for (truths, seen) in schemes {
        for (place, is_unsafe) in truths.iter().enumerate() {
            let goals = match seen {
                Seen::Goals(goals) => goals.get(place..=place).unwrap_or_default(),
                _ => &[],
            };
            items.push(item(*is_unsafe, seen, goals));
        }
    }
    measures(&items, switch, gamma)
}

fn share(part: &[Item], whole: &[Item]) -> Option<f64> {
    (!whole.is_empty()).then(|| part.len() as f64 / whole.len() as f64)
}

fn only(items: &[Item], keep: impl Fn(&Item) -> bool) -> Vec<Item> {
    items.iter().copied().filter(keep).collect()
}

fn measures(items: &[Item], switch: Switch, gamma: f64) -> Measures {
    let analysed = only(items, |item| {
        item.is_loaded || item.is_stopped && switch > 0
    });
    let looked_at = only(&analysed, |item| !(item.is_stopped && switch == 1));
    let right = |item: &Item| item.judged_unsafe == Some(item.is_unsafe);
    let a = share(&analysed, items);
    let acc = share(&only(items, right), items);
    let acc_a = share(&only(&looked_at, right), &looked_at);
    let found = only(&looked_at, |item| item.judged_unsafe == Some(true));
    let attacks = only(&looked_at, |item| item.is_unsafe);
    let hits = only(&found, |item| item.is_unsafe);
    let f1_a = match (share(&hits, &found), share(&hits, &attacks)) {
        (None, None) => None,
        (Some(precision), Some(recall)) if precision > 0.0 => {
            Some(2.0 * precision * recall / (precision + recall))
        }
        _ => Some(0.0),
    };
    let s = harmonic(a.map(|a| a.powf(gamma)), harmonic(acc_a, f1_a));
    let s = a.and(s);
    [a, acc, acc_a, f1_a, s]
}

/// 0 if one is 0, else the reciprocal of the mean of the reciprocals.
#[must_use]
pub fn harmonic(x: Option<f64>, y: Option<f64>) -> Option<f64> {
    if x == Some(0.0) || y == Some(0.0) {
        return Some(0.0);
    }
    Some(2.0 / (1.0 / x? + 1.0 / y?))
}

/// A fenced block: info string, start and end of the code, whether it is closed.
pub type Block = (String, usize, usize, bool);

/// Fenced blocks, character by character.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    // Lines without their ends, with where they start and where the next one does.
    let mut lines = Vec::new();
    let (mut line, mut start) = (String::new(), 0);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if character != '\n' && character != '\r' {
            line.push(character);
            continue;
        }
        let mut end = at + 1;
        if character == '\r' && characters.peek().is_some_and(|next| next.1 == '\n') {
            characters.next();
            end += 1;
        }
        lines.push((std::mem::take(&mut line), start, end));
        start = end;
    }
    lines.push((line, start, text.len()));
    let mut blocks = Vec::new();
    let mut open: Option<(char, usize, String, usize)> = None;
    for (line, start, end) in lines {
        let mut rest: Vec<char> = line.chars().collect();
        let n_spaces = rest.iter().take_while(|c| **c == ' ').count();
        rest.drain(..n_spaces);
        let sign = rest.first().copied().unwrap_or('x');
        let n_signs = rest.iter().take_while(|c| **c == sign).count();
        let is_fence = n_spaces < 4 && (sign == '`' || sign == '~') && n_signs >= 3;
        let behind: String = rest[n_signs..].iter().collect();
        match &open {
            None if is_fence && !(sign == '`' && behind.contains('`')) => {
                open = Some((sign, n_signs, behind.trim().to_owned(), end));
            }
            Some((opener, n, info, from))
                if is_fence
                    && sign == *opener
                    && n_signs >= *n
                    && behind.chars().all(|c| c == ' ' || c == '\t') =>
            {
                blocks.push((info.clone(), *from, start, true));
                open = None;
            }
            _ => {}
        }
    }
    if let Some((_, _, info, from)) = open {
        blocks.push((info, from, text.len(), false));
    }
    blocks
}
