import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { JsonCheck } from './json-check.js';

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
