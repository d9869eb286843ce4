const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

const NAME_BY_CODE = new Map(
  LETTERS.flatMap((first) =>
    LETTERS.flatMap((second): [string, string][] => {
      const name = names.of(first + second);
      return name === undefined ? [] : [[first + second, name]];
    }),
  ),
);
const NAME_BY_LOWER_NAME = new Map([...NAME_BY_CODE.values()].map((name) => [name.toLowerCase(), name]));

/** The English name of a country given by its ISO code or its name in any case; other texts are unchanged. */
export function canonicalCountry(text: string): string {
  return NAME_BY_CODE.get(text.toUpperCase()) ?? NAME_BY_LOWER_NAME.get(text.toLowerCase()) ?? text;
}
