/** A provider's message without long numbers, which may be a PIN, a token, a phone or a meter. */
export function redacted(message: string): string {
  return message.replaceAll(/\d[\d\s-]{5,}\d/g, (digits) => `…${digits.slice(-2)}`).slice(0, 255);
}
