/** Which fields a request names, without their values. */
export interface Shape {
  dimensions: string[];
  filters: string[];
  having: string[];
  order_by: string[];
}

export function listPairs(shape: Shape): string[];
export function coverPairs(fields: Shape): Shape[];
