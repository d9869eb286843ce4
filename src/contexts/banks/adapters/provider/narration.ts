/** Companies take this much without publishing a limit. */
const LONGEST = 100;

/** What the receiver reads, which may neither be empty nor too long. */
export function narrationOf(narration: string): string {
  return Array.from(narration.trim()).slice(0, LONGEST).join('') || 'Payout';
}
