/** User-assigned in ISO 3166; Unicode uses it for an unknown country. */
export const UNKNOWN_COUNTRY = 'ZZ';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of a country by its ISO code; `Unknown` for an invalid one. */
export function countryName(code: string): string {
  if (code === UNKNOWN_COUNTRY || !/^[A-Z]{2}$/.test(code)) return 'Unknown';
  return names.of(code) ?? 'Unknown';
}
