const HOUR_MS = 3_600_000;

/** Unix milliseconds of a time of Lagos, as an input of the type datetime-local or date says it, or an answer with a space. */
export function lagosMs(text: string): number | undefined {
  const ms = Date.parse(`${text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T')}+01:00`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** What an input of the type datetime-local takes. */
export function lagosInput(ms: number): string {
  return new Date(ms + HOUR_MS).toISOString().slice(0, 16);
}
