/** `?,?,?` */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(',');
}
