import { open, readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { fileTypeFromFile } from 'file-type';
import { ContentInspector } from '../../application/ports/content-inspector.js';
import { inspectText } from './text-check.js';

/** Old Office documents are little file systems; what they are is told by the name of a file inside. */
const COMPOUND = 'application/x-cfb';
const INSIDE: readonly (readonly [name: string, mediaType: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];
/** Found by their first letters, and still text: whether they really are is looked at as for any text. */
const WRITTEN = new Set(['application/xml', 'text/calendar', 'text/vcard']);
/** Marks of UTF-16, of which one looks like the beginning of a sound. */
const UTF16_MARKS = new Set(['fffe', 'feff']);

@Injectable()
export class FileTypeInspector extends ContentInspector {
  async inspect(path: string): Promise<string | undefined> {
    if (UTF16_MARKS.has(await headOf(path))) return inspectText(path);
    const found = (await fileTypeFromFile(path))?.mime;
    if (found === COMPOUND) return inspectCompound(await readFile(path));
    if (found === undefined) return inspectText(path);
    if (WRITTEN.has(found)) return (await inspectText(path)) && found;
    return found;
  }
}

/** The first two bytes in hex. */
async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer.toString('hex');
  } finally {
    await file.close();
  }
}

/** Directory entries hold the name in UTF-16, ended by a zero, at the beginning of their 128 bytes. */
function inspectCompound(bytes: Buffer): string {
  for (const [name, mediaType] of INSIDE) {
    const entry = Buffer.from(`${name}\0`, 'utf16le');
    for (let place = bytes.indexOf(entry); place !== -1; place = bytes.indexOf(entry, place + 1))
      if (place % 128 === 0) return mediaType;
  }
  return COMPOUND;
}
