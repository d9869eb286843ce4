import { open, readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { fileTypeFromFile } from 'file-type';
import { ContentInspector } from '../../application/ports.js';
import { inspectText } from './text-check.js';

/** Old Office documents are OLE compound files; a stream name inside tells the application. */
const COMPOUND = 'application/x-cfb';
const INSIDE: readonly (readonly [name: string, mediaType: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];
/** Detected by their first characters only, so they are checked as text as well. */
const TEXT_TYPES = new Set(['application/xml', 'text/calendar', 'text/vcard']);
/** UTF-16 byte order marks, one of which looks like an MPEG audio frame. */
const UTF16_BOMS = new Set(['fffe', 'feff']);

@Injectable()
export class FileTypeInspector extends ContentInspector {
  async inspect(path: string): Promise<string | undefined> {
    if (UTF16_BOMS.has(await headOf(path))) return inspectText(path);
    const found = (await fileTypeFromFile(path))?.mime;
    if (found === COMPOUND) return inspectCompound(await readFile(path));
    if (found === undefined) return inspectText(path);
    if (TEXT_TYPES.has(found)) return (await inspectText(path)) && found;
    return found;
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer.toString('hex');
  } finally {
    await file.close();
  }
}

/** A directory entry has 128 bytes and begins with its name in zero-terminated UTF-16. */
function inspectCompound(bytes: Buffer): string {
  for (const [name, mediaType] of INSIDE) {
    const entry = Buffer.from(`${name}\0`, 'utf16le');
    for (let place = bytes.indexOf(entry); place !== -1; place = bytes.indexOf(entry, place + 1))
      if (place % 128 === 0) return mediaType;
  }
  return COMPOUND;
}
