const NIGERIAN = /^(?:\+?234|0)?([789][01]\d{8})$/;

/** The forms in which a phone number may have been stored: as given, and of a Nigerian one the usual four. */
export function phoneSpellings(text: string): string[] {
  const compact = text.replaceAll(/[\s().-]/g, '');
  const subscriber = NIGERIAN.exec(compact)?.[1];
  const known = subscriber === undefined ? [] : [`+234${subscriber}`, `0${subscriber}`, `234${subscriber}`, subscriber];
  return [...new Set([text, compact, ...known])];
}
