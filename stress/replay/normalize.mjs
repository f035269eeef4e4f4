/** UUIDs of version 7 begin with the time when they were made, in milliseconds. */
const UUID = /(?<![0-9a-f])([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f])/g;
const TIMESTAMP = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;
const SECRET = /\b(oh\w|whsec)_[\w-]{20,}/g;

/**
 * Replaces what is random by nature in what a program says: IDs and times of its own run, and new secrets. What the data had
 * before is compared as it is. New IDs become numbers in the order in which they appear, so that both programs have to show
 * the same things in the same places.
 */
export function createNormalizer(since) {
  const numbers = new Map();
  const ids = [];
  const toNumber = (uuid) => {
    if (!numbers.has(uuid)) {
      ids.push(uuid);
      numbers.set(uuid, ids.length);
    }
    return numbers.get(uuid);
  };
  const isNew = (high, low) => Number.parseInt(high + low, 16) >= since;
  return {
    normalize: (text) =>
      text
        .replace(UUID, (uuid, high, low) => (isNew(high, low) ? `<new ${toNumber(uuid)}>` : uuid))
        .replace(TIMESTAMP, (time) => (Date.parse(time) >= since ? '<now>' : time))
        .replace(SECRET, '$1_<secret>'),
    toId: (number) => ids[number - 1],
    /** The new IDs of one program in a request, as those of the other. */
    translate: (text, other) => text.replace(UUID, (uuid) => other.toId(numbers.get(uuid)) ?? uuid),
  };
}

/** When a key was last used is noted at some time after it was. */
export function withoutLastUse(text) {
  return text.replace(/("last_used_at":)(?:null|"[^"]*")/g, '$1"<sometime>"');
}
