/** For text of other parties: control characters must not reach the operator's terminal. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?');
}
