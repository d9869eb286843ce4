import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MOST_WORDS = 30;
/** Pages that commands make from texts of the code, results of the benchmark, and the glossary, which is a list. */
const MADE = ['errors.md', 'language.md', 'operations.md', 'performance-results.md', 'settings.md'];
const MADE_HERE = /(^|\/)(node_modules|dist[^/]*|recording)\//;
const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...['docs', 'src', 'packages', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !MADE_HERE.test(name) && !(folder === 'docs' && MADE.includes(name)))
      .map((name) => `${folder}/${name}`),
  ),
];
const BEGINNING = /^(?:What|Whatever|Whoever|Of|Which)\b(?!.*\?$)/;

/** Sentences of a text in Markdown, without code, tables, headings and the addresses of links. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/```.*?```/gs, '')
    .split(/\n\s*\n|\n(?=[-*] |\d\. )/)
    .filter((paragraph) => !/^\s*[|#]/.test(paragraph))
    .flatMap((paragraph) =>
      paragraph
        .replace(/^[-*] |^\d\. |\*\*/g, '')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:]) (?=[A-Z"“(`[])/),
    )
    .filter(Boolean);
}

function faultsIn(markdown: string): string[] {
  return sentencesOf(markdown).flatMap((sentence) => [
    ...(BEGINNING.test(sentence) ? [`begins without a subject: ${sentence}`] : []),
    ...(sentence.split(' ').length > MOST_WORDS ? [`is long: ${sentence}`] : []),
  ]);
}

it.each(PAGES)('%s is in short sentences with a subject', (file) => {
  expect(faultsIn(readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
});

describe('the check of sentences', () => {
  it.each(['What failed is refunded by itself.', 'It is paid. Whoever has the secret is the user.', `- ${'word '.repeat(31)}.`])(
    'finds %j',
    (text) => expect(faultsIn(text)).toHaveLength(1),
  );

  it.each(['What is a wallet?', 'A failed purchase is refunded.', '# What differs', '| What | it is |', '```sh\nWhat is\n```'])(
    'finds nothing in %j',
    (text) => expect(faultsIn(text)).toEqual([]),
  );
});
