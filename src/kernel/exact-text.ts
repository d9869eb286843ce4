/**
 * Text for columns and keys that must compare by bytes. `utf8mb4_bin` of MySQL ignores trailing spaces ('a' = 'a '),
 * so text that ends in a space is stored with a closing bar, and so is text that ends in a bar.
 */
export function exactText(text: string): string {
  return /[ |]$/.test(text) ? `${text}|` : text;
}

export function fromExactText(stored: string): string {
  return stored.endsWith('|') ? stored.slice(0, -1) : stored;
}
