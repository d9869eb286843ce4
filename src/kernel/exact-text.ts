/** Text that compares by bytes: `utf8mb4_bin` ignores trailing spaces, so text that ends in a space or bar gets a closing bar. */
export function exactText(text: string): string {
  return /[ |]$/.test(text) ? `${text}|` : text;
}

export function fromExactText(stored: string): string {
  return stored.endsWith('|') ? stored.slice(0, -1) : stored;
}
