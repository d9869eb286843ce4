const NUMBER = String.raw`\d+(?:\.\d+)?`;
const LINE = new RegExp(
  `^(?<from>${NUMBER})(?:[\\s:;]+(?<fee>${NUMBER})(?![\\d.%]))?(?:[\\s:;]+(?<percent>${NUMBER})\\s*%)?(?:\\s+min\\s+(?<minimum>${NUMBER}))?(?:\\s+max\\s+(?<maximum>${NUMBER}))?$`,
);

/** Bands as they are proposed, of lines as `5000 10 0.5% min 20 max 2000`; undefined where a line is none. */
export function bandsOf(text: string): Record<string, string>[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const bands = lines.flatMap((line) => {
    const { from, fee, percent, minimum, maximum } = LINE.exec(line)?.groups ?? {};
    if (from === undefined || (fee === undefined && percent === undefined)) return [];
    const given = Object.entries({ fee, percent, minimum, maximum }).filter(([, value]) => value !== undefined);
    return [{ from, ...(Object.fromEntries(given) as Record<string, string>) }];
  });
  return lines.length > 0 && bands.length === lines.length ? bands : undefined;
}
