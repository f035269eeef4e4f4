/** The places of values in their order; equal values share the mean of their places. */
function toRanks(values) {
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => a.value - b.value);
  const ranks = [];
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to].value === order[from].value) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at].at] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

/** How well two values of each pair agree on the order of the pairs, from −1 to 1; null where that cannot be said. */
export function correlate(pairs) {
  if (pairs.length < 3) return null;
  const [a, b] = [toRanks(pairs.map(([one]) => one)), toRanks(pairs.map(([, other]) => other))];
  const mean = (pairs.length - 1) / 2;
  let [both, ofA, ofB] = [0, 0, 0];
  for (const at of a.keys()) {
    both += (a[at] - mean) * (b[at] - mean);
    ofA += (a[at] - mean) ** 2;
    ofB += (b[at] - mean) ** 2;
  }
  return ofA * ofB === 0 ? null : both / Math.sqrt(ofA * ofB);
}
