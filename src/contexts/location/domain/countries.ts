/** Stands for a country that is not known; ISO 3166 leaves it to users, and Unicode uses it for that. */
export const UNKNOWN_COUNTRY = 'ZZ';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of a country by its ISO code; `Unknown` for what is none. */
export function countryName(code: string): string {
  if (code === UNKNOWN_COUNTRY || !/^[A-Z]{2}$/.test(code)) return 'Unknown';
  return names.of(code) ?? 'Unknown';
}
