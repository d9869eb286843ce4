/** How often something took so long, in milliseconds. */
export interface TimeCount {
  readonly took: number | string | null;
  readonly total: number | string;
}

/** Undefined of nothing. */
export function medianSeconds(counts: readonly TimeCount[]): number | undefined {
  const half = counts.reduce((sum, { total }) => sum + Number(total), 0) / 2;
  let seen = 0;
  const median = counts.toSorted((a, b) => Number(a.took) - Number(b.took)).find(({ total }) => (seen += Number(total)) >= half);
  return median && Number(median.took) / 1_000;
}
