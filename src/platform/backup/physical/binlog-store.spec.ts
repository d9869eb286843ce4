import { describe, expect, it } from 'vitest';
import { fileAfter, type FoundSegment, stretchesFrom } from './binlog-store.js';

const KEY = Buffer.alloc(32);

function piece(file: string, from: number, to: number, more: { endsFile?: boolean; firstSeconds?: number } = {}): FoundSegment {
  const names = { backup: `line.${file}-${from}-${to}`, line: 'line', keyId: 'k', file };
  return {
    secret: KEY,
    manifest: { ...names, from, to, endsFile: false, firstSeconds: 0, begunSeconds: 0, parts: { binlog: 1 }, ...more },
  };
}

const pieces = [
  piece('log.000009', 4, 500),
  piece('log.000009', 500, 900, { endsFile: true }),
  piece('log.000010', 4, 300, { firstSeconds: 70 }),
];
const end = { file: 'log.000010', position: 300 };

function taken(start: { file: string; position: number }, all: FoundSegment[], covered = end, untilSeconds?: number) {
  return stretchesFrom(start, all, covered, untilSeconds).map(({ segment, after }) => [segment.manifest.backup, after]);
}

describe('pieces of a binary log', () => {
  it('follow each other from the position of the backup, over the end of a file', () => {
    expect(taken({ file: 'log.000009', position: 200 }, pieces)).toEqual([
      ['line.log.000009-4-500', 200],
      ['line.log.000009-500-900', 500],
      ['line.log.000010-4-300', 4],
    ]);
  });

  it('end before one that begins at the time', () => {
    expect(taken({ file: 'log.000009', position: 500 }, pieces, end, 70)).toEqual([['line.log.000009-500-900', 500]]);
  });

  it('may overlap, and may end before the backup does', () => {
    expect(taken({ file: 'log.000009', position: 500 }, [...pieces, piece('log.000009', 4, 600)])).toHaveLength(2);
    expect(taken({ file: 'log.000010', position: 800 }, pieces)).toEqual([]);
    expect(taken({ file: 'log.000011', position: 4 }, pieces)).toEqual([]);
  });

  it.each([
    [0, 'log.000009 from position 200'],
    [1, 'log.000009 from position 500'],
    [2, 'log.000010 from position 4'],
  ])('are missed by name: %i', (missing, words) => {
    const rest = pieces.filter((_, index) => index !== missing);
    expect(() => taken({ file: 'log.000009', position: 200 }, rest)).toThrow(words);
  });

  it('are in files that are counted beyond six digits', () => {
    expect([fileAfter('log.000009'), fileAfter('a.b.999999')]).toEqual(['log.000010', 'a.b.1000000']);
  });
});
