import { expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

it.each<[unknown[], string]>([
  [['a', 1, true, null, undefined, ''], 'a,1,true,,,'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[{ id: 'x' }, [1, 2]], '"{""id"":""x""}","[1,2]"'],
  [['=1+1', '+1', '-1', '@x', '\tx', 'a=b'], "'=1+1,'+1,'-1,'@x,'\tx,a=b"],
  [[-1, 0.5], '-1,0.5'],
])('writes %j as one safe line', (values, line) => {
  expect(toCsvLine(values)).toBe(`${line}\r\n`);
});
