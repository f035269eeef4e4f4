import { describe, expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

describe('a line of CSV', () => {
  it('quotes what would break it and leaves missing values empty', () => {
    expect(toCsvLine(['a', 'x "y", z', 'two\nlines', null, undefined, -2, true])).toBe(
      'a,"x ""y"", z","two\nlines",,,-2,true\r\n',
    );
  });

  it('has no text that a spreadsheet runs as a formula', () => {
    expect(toCsvLine(['=1+1', '+1', '-1', '@a', '\tx'])).toBe(`'=1+1,'+1,'-1,'@a,"'\tx"\r\n`);
    const dangerous = [
      ...[
        '＝1+1',
        '＋1',
        '－1',
        '＠a',
        '\rx',
        '\nx',
        ' =1',
        '\u00a0=1',
        '\u3000＝1',
        '\ufeff=1',
        '\u200b@a',
        '\0=1',
        ' \t-1',
      ],
      ...["'=1", "''＝1"],
    ];
    for (const text of dangerous) expect(toCsvLine([text]).replace(/^"/, '')).toMatch(/^'/);
    for (const text of ['a=1', '|x', '%1', "'x", "it's", ' a', '１']) expect(toCsvLine([text])).toBe(`${text}\r\n`);
  });

  it('quotes what would begin a new cell where semicolons or tabs separate cells', () => {
    expect(toCsvLine(['a;=cmd|x!A0', 'a\t=1+1'])).toBe('"a;=cmd|x!A0","a\t=1+1"\r\n');
  });

  it('has objects and lists as JSON', () => {
    expect(toCsvLine([['a', 'b'], { id: 1 }])).toBe('"[""a"",""b""]","{""id"":1}"\r\n');
  });
});
