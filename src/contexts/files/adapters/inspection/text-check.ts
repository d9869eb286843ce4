import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { JsonCheck } from './json-check.js';

/** No text has these: tab, line feed, form feed, carriage return and escape are the only control characters that texts use. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;

/**
 * Whether a file is text, and whether that text is JSON. Text is UTF-8, UTF-16 with its mark, or, as spreadsheets of
 * old write it, one byte for a letter.
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

/** The next piece as text, or what is left at the end; undefined when it is not of the encoding. */
function decode(decoder: TextDecoder, bytes?: Buffer): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return undefined;
  }
}
