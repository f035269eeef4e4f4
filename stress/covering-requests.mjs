/** How many fields a request has at most in each place. A field in one of them, such as `order_by date`, is a feature. */
const MAX_FIELDS = { dimensions: 3, filters: 2, having: 2, order_by: 3 };

const toName = ({ place, field }) => `${place} ${field}`;
const toPair = (one, other) => [toName(one), toName(other)].sort().join(' + ');

/** Lists the pairs of features that a request brings together. */
export function listPairs(shape) {
  const features = listFeatures(shape);
  return features.flatMap((one, index) => features.slice(index + 1).map((other) => toPair(one, other)));
}

function listFeatures(shape) {
  return Object.keys(MAX_FIELDS).flatMap((place) => shape[place].map((field) => ({ place, field })));
}

/**
 * Makes few shapes of requests in which each field in each place meets each other one: chance alone needs many times more.
 * Rows are ordered only by dimensions that are asked for.
 */
export function coverPairs(fields) {
  const features = listFeatures(fields);
  const open = new Set(listPairs(fields));
  /** How many open pairs a feature would close in a request with these. */
  const countGain = (feature, present) => present.filter((other) => open.has(toPair(feature, other))).length;
  const shapes = [];
  while (open.size > 0) {
    let shape = startWithOpenPair(features, { open, fields });
    for (;;) {
      const present = listFeatures(shape);
      const options = features
        .map((feature) => ({ next: add(shape, feature, fields), gain: countGain(feature, present) }))
        .filter(({ next, gain }) => next !== null && next !== shape && gain > 0);
      if (options.length === 0) break;
      shape = options.reduce((best, option) => (option.gain > best.gain ? option : best)).next;
    }
    for (const pair of listPairs(shape)) open.delete(pair);
    shapes.push(shape);
  }
  return shapes;
}

function startWithOpenPair(features, { open, fields }) {
  const empty = { dimensions: [], filters: [], having: [], order_by: [] };
  for (const one of features) {
    for (const other of features) {
      if (one === other || !open.has(toPair(one, other))) continue;
      const shape = add(add(empty, one, fields), other, fields);
      if (shape !== null) return shape;
    }
  }
  throw new Error(`No request can have ${[...open][0]}.`);
}

/** Adds a feature to a shape, if it fits. */
function add(shape, { place, field }, fields) {
  if (shape[place].includes(field)) return shape;
  if (shape[place].length >= MAX_FIELDS[place]) return null;
  const next = { ...shape, [place]: [...shape[place], field] };
  const isOfDimension = place === 'order_by' && fields.dimensions.includes(field);
  return isOfDimension ? add(next, { place: 'dimensions', field }, fields) : next;
}
