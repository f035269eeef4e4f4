import { describe, expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

describe('a line of CSV', () => {
  it('quotes what would break it and leaves missing values empty', () => {
    expect(toCsvLine(['a', 'x "y", z', 'two\nlines', null, undefined, -2, true])).toBe(
      'a,"x ""y"", z","two\nlines",,,-2,true\r\n',
    );
  });

  it('has no text that a spreadsheet runs as a formula', () => {
    expect(toCsvLine(['=1+1', '+1', '-1', '@a', '\tx'])).toBe("'=1+1,'+1,'-1,'@a,'\tx\r\n");
  });

  it('has objects and lists as JSON', () => {
    expect(toCsvLine([['a', 'b'], { id: 1 }])).toBe('"[""a"",""b""]","{""id"":1}"\r\n');
  });
});
