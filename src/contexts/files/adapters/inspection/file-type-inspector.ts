import { none } from 'stream-chain/defs.js';
import { jsonVerifier } from 'stream-json/core/utils/verifier.js';
import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { open, readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { fileTypeFromFile } from 'file-type';
import { ContentInspector } from '../../processing.js';

/** Bounds the memory of the verifier, which keeps an entry for each open bracket: ten megabytes of brackets would take 300. */
const MAX_OPEN_BRACKETS = 1_000;

/** Whether a text that comes in pieces is one JSON value (RFC 8259), without building that value. */
export class JsonCheck {
  private readonly verify = jsonVerifier();
  /** Brackets in strings count as well, because the verifier does not say which are not. */
  private openBrackets = 0;
  private isValid = true;

  push(text: string): void {
    if (!this.isValid) return;
    this.openBrackets += openingBrackets(text);
    this.isValid = this.openBrackets <= MAX_OPEN_BRACKETS && this.accepts(text);
  }

  /** To be called after the last piece. */
  isJson(): boolean {
    return this.isValid && this.accepts(none);
  }

  private accepts(text: string | typeof none): boolean {
    try {
      // The declared type leaves out the end marker, which flushes the verifier.
      this.verify(text as string);
      return true;
    } catch {
      return false;
    }
  }
}

/** The number of opening brackets less that of closing ones. */
function openingBrackets(text: string): number {
  let count = 0;
  for (const character of text) {
    if (character === '[' || character === '{') count++;
    else if (character === ']' || character === '}') count--;
  }
  return count;
}

/** Tab, line feed, form feed, carriage return and escape are the only control characters in text files. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;

/**
 * Whether a file is text, and whether that text is JSON. Text is UTF-8, UTF-16 with a byte order mark, or a single-byte encoding
 * as old spreadsheets write it.
 */
export async function inspectText(path: string): Promise<'application/json' | 'text/plain' | undefined> {
  const json = new JsonCheck();
  let decoder: TextDecoder | undefined;
  let isUtf8 = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    const bytes: Buffer = chunk;
    const text = decode(decoder, bytes);
    if (text === undefined) {
      if (decoder.encoding !== 'utf-8') return undefined;
      isUtf8 = false;
    }
    if (BINARY.test(text ?? bytes.toString('latin1'))) return undefined;
    if (isUtf8) json.push(text!);
  }
  if (isUtf8 && decoder && decode(decoder) === undefined) isUtf8 = false;
  return isUtf8 && decoder?.encoding === 'utf-8' && json.isJson() ? 'application/json' : 'text/plain';
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** The next chunk as text, or the rest at the end; undefined when it is not valid in the encoding. */
function decode(decoder: TextDecoder, bytes?: Buffer): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return undefined;
  }
}

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
