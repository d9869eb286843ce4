/** Text from elsewhere for a terminal: what people or other servers wrote must not move the cursor of who reads it. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?');
}
