/** Clauses that begin a line of their own. */
const CLAUSES =
  /^(with|select|from|where|and|or|group by|having|order by|limit|offset|union all|left join|cross join|join)\b/;
/** Clauses whose lists have a line for each item. */
const LISTS = new Set(['with', 'select', 'order by']);
const NO_FUNCTIONS = new Set('in as and or on not exists over filter where from join'.split(' '));
const TOKENS = /'(?:[^']|'')*'|[(),]|(?:"[^"]*"|[^\s(),'"])+/g;

interface Query {
  indent: number;
  clause: string;
  /** Open parentheses that hold no query. */
  depth: number;
}

/** SQL with a line for each clause, column and condition, so that a change shows as the line it changes. */
export function formatSql(text: string): string {
  const tokens = joinWords(text.match(TOKENS) ?? []);
  const lines: string[] = [];
  const queries: Query[] = [{ indent: 0, clause: '', depth: 0 }];
  let line = '';
  const breakLine = (indent: number) => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '  '.repeat(indent);
  };
  for (const [place, token] of tokens.entries()) {
    const query = queries.at(-1)!;
    if (token === '(') {
      line = line.trim() === '' || /[\s(]$/.test(line) || isCall(tokens[place - 1]) ? `${line}(` : `${line} (`;
      if (/^(select|with)\b/.test(tokens[place + 1] ?? '')) {
        queries.push({ indent: query.indent + 2, clause: '', depth: 0 });
        breakLine(query.indent + 2);
      } else query.depth += 1;
    } else if (token === ')') {
      if (query.depth > 0) query.depth -= 1;
      else {
        queries.pop();
        breakLine(query.indent - 1);
      }
      line += ')';
    } else if (token === ',') {
      line += ',';
      if (query.depth === 0 && LISTS.has(query.clause)) breakLine(query.indent + 1);
    } else {
      const isClause = query.depth === 0 && CLAUSES.test(token);
      if (isClause) {
        const isCondition = token === 'and' || token === 'or';
        if (!isCondition) query.clause = token;
        breakLine(query.indent + (isCondition ? 1 : 0));
      }
      line += line.trim() === '' || line.endsWith('(') || token.startsWith('::') ? token : ` ${token}`;
    }
  }
  breakLine(0);
  return lines.join('\n');
}

/** Clauses of two words as one token. */
function joinWords(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  for (const token of tokens) {
    const pair = `${joined.at(-1)} ${token}`;
    if (/^(group by|order by|union all|left join|cross join)$/.test(pair)) joined[joined.length - 1] = pair;
    else joined.push(token);
  }
  return joined;
}

function isCall(before: string | undefined): boolean {
  return before !== undefined && /\w$/.test(before) && !NO_FUNCTIONS.has(before);
}
