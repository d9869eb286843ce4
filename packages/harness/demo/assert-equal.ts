/** Ends the demo with an error where a value differs from the expected one. */
export function assertEqual(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`Unexpected result: ${what} is ${is} and should be ${should}`);
}
