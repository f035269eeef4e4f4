// Reads the names of metrics from expressions and from what the service serves.
/** Names of metrics in an expression: words that are no function, keyword, label or text. */
export function listMetrics(expr: string): string[] {
  const plain = expr
    .replace(/\{[^}]*\}/g, ' {} ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...plain.matchAll(/(?<![\w.])([a-zA-Z_]\w*)(\s*\()?/g)];
  return words.flatMap(([, word, isCall]) => (isCall || /^(or|and|unless|bool|offset)$/.test(word!) ? [] : word!));
}

/** The names of all metrics that the service has, also of those that have no value yet. */
export function listServed(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : name!,
    ),
  );
}
