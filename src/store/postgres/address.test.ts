import { expect, it } from 'vitest';
import { toCandidates } from './address.ts';

const modesOf = (url: string) => toCandidates(url).map((candidate) => new URL(candidate).searchParams.get('sslmode'));

it('tries with and without TLS if the mode allows both, in the order of libpq', () => {
  expect(modesOf('postgres://u@h/d')).toEqual(['prefer', 'disable']);
  expect(modesOf('postgres://u@h/d?sslmode=prefer')).toEqual(['prefer', 'disable']);
  expect(modesOf('postgres://u@h/d?sslmode=allow')).toEqual(['disable', 'prefer']);
});

it.each(['disable', 'require', 'verify-ca', 'verify-full'])('follows sslmode=%s strictly', (mode) => {
  expect(modesOf(`postgres://u@h/d?sslmode=${mode}&sslrootcert=/ca.pem`)).toEqual([mode]);
});

it('checks the name of the server if the certificates of the system are trusted', () => {
  const [candidate, ...others] = toCandidates('postgres://u@h/d?sslmode=require&sslrootcert=system');
  expect(others).toEqual([]);
  const { searchParams } = new URL(candidate!);
  expect(searchParams.get('sslmode')).toBe('verify-full');
  expect(searchParams.has('sslrootcert')).toBe(false);
});

it('leaves the rest of the address unchanged', () => {
  const [candidate] = toCandidates('postgres://u:p%40ss@h:5433/d?sslmode=require&options=-c%20work_mem%3D1GB');
  expect(candidate).toBe(
    'postgres://u:p%40ss@h:5433/d?sslmode=require&options=-c%20work_mem%3D1GB&uselibpqcompat=true',
  );
});
