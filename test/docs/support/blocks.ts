import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** A fenced block of a document that a reader would run or save. */
export interface Block {
  /** As `docs/guides/signing.md:21`. */
  readonly place: string;
  readonly language: 'sh' | 'ts' | 'python';
  /** What follows the language in the opening line: a file name, `until-stopped`, or `no-run` and why. */
  readonly info: string;
  readonly code: string;
  /** What is printed, by the `text` block directly behind it. */
  readonly shown: string | undefined;
}

const FENCE = /^```(\w*)(?: +([^\n]*))?\n(.*?)^```$/gms;

/** Guides in the order in which `/docs` lists them do not matter: each is read alone, all of them beside one service. */
export const DOCUMENTS = [
  'README.md',
  ...readdirSync(resolve(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
  'docs/runbook.md',
  'docs/running.md',
  'docs/sandbox.md',
];

export function readBlocks(document: string): Block[] {
  return blocksOf(document, readFileSync(resolve(root, document), 'utf8'));
}

export function blocksOf(document: string, text: string): Block[] {
  const fences = [...text.matchAll(FENCE)];
  return fences.flatMap((fence, at) => {
    const [whole, language, info = '', code] = fence;
    if (language !== 'sh' && language !== 'ts' && language !== 'python') return [];
    const next = fences[at + 1];
    const between = next && text.slice(fence.index + whole.length, next.index);
    return {
      place: `${document}:${text.slice(0, fence.index).split('\n').length}`,
      language,
      info,
      code: code!,
      shown: next?.[1] === 'text' && between!.trim() === '' ? next[3] : undefined,
    };
  });
}
