/** The package's own types are not reachable through its `exports`. */
declare module 'cephes' {
  /** Settles when the functions below can be called. */
  export const compiled: Promise<void>;
  /** The regularized incomplete beta function, from 0 to x. */
  export function incbet(a: number, b: number, x: number): number;
  /** Its inverse: x from the value. */
  export function incbi(a: number, b: number, y: number): number;
  /** The standard normal distribution up to x. */
  export function ndtr(x: number): number;
  /** Its inverse. */
  export function ndtri(y: number): number;
}
