import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import iconv from 'iconv-lite';

const LARGEST_BYTES = 64 * 1024 * 1024;
const OTHERS: readonly (readonly [string, string])[] = [
  ['504b0304', 'an Excel workbook or a ZIP archive'],
  ['d0cf11e0', 'an Excel workbook'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a compressed file'],
];
const UNOPENED: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

export interface TextFile {
  readonly text: string;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
}

/** A file that somebody else wrote, in whatever encoding. @throws RangeError that says why it cannot be read */
export async function readTextFile(path: string): Promise<TextFile> {
  const bytes = await bytesOf(path);
  const other = OTHERS.find(([begin]) => bytes.subarray(0, 4).toString('hex').startsWith(begin));
  if (other) throw new RangeError(`${path} is ${other[1]}: save it as CSV, or take MT940 or camt.053`);
  const text = decode(bytes);
  if (text.trim() === '') throw new RangeError(`${path} is empty`);
  const before = text.indexOf('\0');
  if (before !== -1) throw new RangeError(`line ${lineAt(text, before)}: there is a zero byte, so ${path} is no text`);
  return { text, digest: createHash('sha256').update(bytes).digest('hex') };
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_BYTES) throw new RangeError(`${path} is larger than ${LARGEST_BYTES / 1024 / 1024} MiB`);
    return await readFile(path);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new RangeError(`${path}: ${UNOPENED[code ?? ''] ?? `it cannot be read (${code})`}`);
  }
}

/** Decodes by its first bytes, by the encoding that XML declares, and else as UTF-8. Bytes that are not UTF-8 are Windows' encoding of Western languages. */
function decode(bytes: Buffer): string {
  const begin = bytes.subarray(0, 200).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(begin)?.[1];
  if (begin.startsWith('\xEF\xBB\xBF')) return decodeAs('utf-8', bytes);
  if (begin.startsWith('\xFF\xFE') || /^[^\0]\0[^\0]\0/.test(begin)) return decodeAs('utf-16le', bytes);
  if (begin.startsWith('\xFE\xFF') || /^\0[^\0]\0[^\0]/.test(begin)) return decodeAs('utf-16be', bytes);
  if (declared !== undefined && !/^utf-?(8|16)$/i.test(declared)) return decodeAs(declared, bytes);
  return declared === undefined && !isUtf8(bytes) ? decodeAs('windows-1252', bytes) : decodeAs('utf-8', bytes);
}

// TextDecoder of some releases of Node takes Windows-1252 for ISO-8859-1.
function decodeAs(name: string, bytes: Buffer): string {
  const isKnown: boolean = iconv.encodingExists(name);
  if (!isKnown) throw new RangeError(`its encoding ${name.slice(0, 40)} is not known: save it as UTF-8`);
  const text = iconv.decode(bytes, name);
  const damaged = text.indexOf('\uFFFD');
  const isDamaged = damaged !== -1 && !(/^utf-?8$/i.test(name) && isUtf8(bytes));
  if (isDamaged) throw new RangeError(`line ${lineAt(text, damaged)}: a byte is none of ${name}: save the file as UTF-8`);
  return text;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
