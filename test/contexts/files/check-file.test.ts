import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileTypeInspector } from '../../../src/contexts/files/adapters/inspection/file-type-inspector.js';
import { CheckFile } from '../../../src/contexts/files/processing.js';
import { samples, zip } from './support/samples.js';

/** Other kinds that these extensions accept. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg'],
  jpeg: ['jpg'],
  csv: ['txt', 'json'],
  txt: ['csv', 'json'],
};

describe('CheckFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-check-'));
  const checkFile = new CheckFile(new FileTypeInspector());
  let sample: Readonly<Record<string, Buffer>>;
  beforeAll(async () => {
    sample = await samples();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The failure's name, or undefined. */
  async function failureOf(fileName: string, content: Buffer): Promise<string | undefined> {
    const path = join(folder, randomBytes(8).toString('hex'));
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    try {
      await checkFile.execute(fileName, { path, sizeBytes: content.length, sha256 });
      return undefined;
    } catch (error) {
      return (error as { failure?: string }).failure ?? String(error);
    }
  }

  it('accepts a content only under the extensions of its kind', async () => {
    expect(Object.keys(sample)).toHaveLength(19);
    for (const extension of Object.keys(sample)) {
      for (const [kind, content] of Object.entries(sample)) {
        const isOfKind = kind === extension || ALSO[extension]?.includes(kind);
        const failure = isOfKind ? undefined : 'files.content_mismatch';
        expect([extension, kind, await failureOf(`x.${extension}`, content)]).toEqual([extension, kind, failure]);
      }
    }
  });

  it.each<[string, () => Buffer]>([
    ['an ELF program', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(60)])],
    ['a Windows program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['random bytes', () => Buffer.concat([Buffer.from([0]), randomBytes(4_000)])],
    ['a script with a zero in it', () => Buffer.from('#!/bin/sh\0\n')],
    ['an Android package', () => zip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' })],
    ['a Java archive', () => zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' })],
    ['half a JSON', () => Buffer.from([0xef, 0xbf, 0x7b, 0x22, 0])],
    ['an installer', () => compoundOf('Property')],
    ['the beginning of a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('refuses %s', async (_what, make) => {
    for (const extension of Object.keys(sample)) expect(await failureOf(`x.${extension}`, make())).toMatch(/^files\./);
  });

  it.each<[string, Buffer]>([
    ['UTF-8 with a mark', Buffer.from('\ufeffname;₦\r\n')],
    ['UTF-16, little-endian', Buffer.from('\ufeffname;₦\r\n', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('\ufeffname;₦\r\n', 'utf16le').swap16()],
    ['one byte for a letter', Buffer.from('na\xefve;\xa350\r\n', 'latin1')],
    ['markup', Buffer.from('<?xml version="1.0"?><a/>')],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ])('accepts text in %s', async (_what, content) => {
    for (const extension of ['txt', 'csv']) expect(await failureOf(`x.${extension}`, content)).toBeUndefined();
    expect(await failureOf('x.json', content)).toBe('files.content_mismatch');
  });

  it('reads long text in chunks, multi-byte characters included', async () => {
    const text = '₦'.repeat(100_000);
    expect(await failureOf('x.txt', Buffer.from(text))).toBeUndefined();
    expect(await failureOf('x.json', Buffer.from(JSON.stringify({ text })))).toBeUndefined();
    expect(await failureOf('x.json', Buffer.from(JSON.stringify({ text }).slice(0, -1)))).toBe('files.content_mismatch');
    expect(await failureOf('x.txt', Buffer.concat([Buffer.from(text), Buffer.from([0])]))).toBe('files.content_mismatch');
  });

  it('refuses an empty file', async () => expect(await failureOf('x.txt', Buffer.alloc(0))).toBe('files.empty'));
});

/** A compound file with a stream that no document has. */
function compoundOf(stream: string): Buffer {
  const bytes = Buffer.alloc(1_536);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.write(stream, 512, 'utf16le');
  return bytes;
}
