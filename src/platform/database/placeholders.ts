/** `?,?,?` for an IN list or a row of values. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(',');
}
