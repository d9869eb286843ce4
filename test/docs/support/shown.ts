/** npm names the script that it runs in lines of its own. */
const NPM_LINE = /^(> .*|)$/;

/**
 * What is printed as a pattern: `…` stands for what differs each time, a line `…` for any lines.
 * @returns undefined where it is as shown, else what was printed
 */
export function differenceFrom(shown: string, printed: string): string | undefined {
  const lines = trimmed(shown).map((line) => (line === '…' ? '(?:.*\n)*?' : `${escaped(line)}\n`));
  const text = trimmed(printed)
    .map((line) => `${line}\n`)
    .join('');
  return new RegExp(`^${lines.join('')}$`).test(text) ? undefined : text;
}

function trimmed(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => !NPM_LINE.test(line));
}

function escaped(line: string): string {
  return line
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}
