import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../kernel/failure.js';
import { readFileName } from './files.js';

function failureOf(given: string): string | undefined {
  try {
    readFileName(given);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.failure;
    throw error;
  }
}

describe('readFileName', () => {
  it.each([
    ['photo.jpg', 'photo.jpg', 'jpg'],
    ['PHOTO.JPG', 'PHOTO.JPG', 'jpg'],
    ['a.b.c.pdf', 'a.b.c.pdf', 'pdf'],
    ['/etc/../x/report.csv', 'report.csv', 'csv'],
    ['C:\\Temp\\report.csv', 'report.csv', 'csv'],
    ['e\u0301t\u00e9.txt', '\u00e9t\u00e9.txt', 'txt'],
    [' spaced .txt ', 'spaced .txt', 'txt'],
    ['line\nbreak\0.txt', 'linebreak.txt', 'txt'],
  ])('keeps %j as %j', (given, fileName, extension) => {
    expect(readFileName(given)).toEqual({ fileName, extension });
  });

  it.each(['', '.', '..', '.txt', '/', 'x/', '\u200b', '\ud800.txt'])('refuses %j as a name', (given) => {
    expect(failureOf(given)).toMatch(/^files\.(name_invalid|extension_not_allowed)$/);
  });

  it.each([
    'x',
    'x.exe',
    'x.svg',
    'x.html',
    'x.php',
    'x.php.png',
    'x.PHP .png',
    'x.sh.txt',
    'x.txt.',
    'x.tar.gz',
    'x.jpg\u202eexe',
  ])('refuses the extension of %j', (given) => {
    expect(failureOf(given)).toBe('files.extension_not_allowed');
  });

  it('shortens a long name before its extension and between characters', () => {
    for (const letter of ['a', '\u20a6', '\u{1f600}']) {
      const { fileName } = readFileName(`${letter.repeat(400)}.txt`);
      expect(fileName.length).toBeLessThanOrEqual(255);
      expect(fileName.endsWith(`${letter}.txt`)).toBe(true);
    }
  });

  it('never returns a name with a folder or invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (failureOf(`${text}.txt`) !== undefined) return;
        const { fileName, extension } = readFileName(`${text}.txt`);
        // oxlint-disable-next-line no-control-regex -- they are what is looked for
        expect(fileName).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e]/);
        expect(fileName.isWellFormed() && fileName.length <= 255 && extension === 'txt').toBe(true);
      }),
    );
  });
});
