import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { IncomingFolder } from '../storage/incoming-folder.js';
import { edgeFailures } from './edge.failures.js';
import { type ManifestPart, multipartBodyHash } from './signature.js';
import { UploadAdmission, type UploadPart, type UploadRequest } from './upload-admission.js';
import { ReceivedFile, Upload } from './upload.js';
import { discard } from './wire.js';

const FILE = 'file';
const MAX_PARTS = 16;
const VALUE_LIMIT_BYTES = 40_000;
/** The other parts and the multipart headers. */
const OVERHEAD_BYTES = 65_536;

/** Streams the part `file` of a multipart body to the disk, and hashes every part. */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly folder: IncomingFolder,
    private readonly admission: UploadAdmission,
  ) {}

  /**
   * @throws Failure `edge.too_large`, `edge.too_many`, `edge.bodies_full`, `edge.malformed` (also when the client disconnects); the
   * received file is then removed
   */
  async receive(request: IncomingMessage, named: UploadRequest, fileLimitBytes: number): Promise<Upload> {
    const part = this.admission.open(named);
    const reader = new MultipartReader(this.folder.newPath(), fileLimitBytes, part);
    try {
      return await reader.read(request);
    } catch (error) {
      await reader.abandon();
      part.release();
      await discard(request);
      throw error;
    }
  }
}

class MultipartReader {
  private readonly manifest: ManifestPart[] = [];
  private readonly fields = Object.create(null) as Record<string, unknown>;
  private readonly reads: Promise<void>[] = [];
  private readonly streams = new Set<Readable>();
  private hasFile = false;

  constructor(
    private readonly path: string,
    private readonly fileLimitBytes: number,
    private readonly part: UploadPart,
  ) {}

  async read(request: IncomingMessage): Promise<Upload> {
    if (Number(request.headers['content-length'] ?? 0) > this.fileLimitBytes + OVERHEAD_BYTES)
      throw new Failure(edgeFailures.too_large);
    const parser = makeParser(request);
    try {
      await new Promise<void>((resolve, reject) => {
        const malformed = () => reject(new Failure(edgeFailures.malformed, { text: 'The request could not be read' }));
        parser.on('file', (name: string | undefined, content, fileName: string | undefined) => {
          this.streams.add(content);
          if (name === undefined) malformed();
          else this.reads.push(this.readPart(name, content, fileName).catch(reject));
        });
        parser.on('partsLimit', malformed);
        parser.on('error', malformed);
        parser.on('finish', resolve);
        request.on('error', malformed);
        request.on('close', () => request.complete || malformed());
        request.pipe(parser);
      });
      await Promise.all(this.reads);
    } finally {
      request.unpipe(parser);
    }
    const bodyHash = multipartBodyHash(this.manifest);
    // The pipeline refuses an unsigned upload without reading the file.
    if (await this.part.isSigned(bodyHash)) await this.storeTail();
    return new Upload(bodyHash, this.fields, this.path, () => this.part.release());
  }

  private async storeTail(): Promise<void> {
    const tail = this.part.takeTail();
    if (tail.length === 0) return;
    await pipeline(tail, createWriteStream(this.path, { flags: 'a', mode: 0o600, flush: true }));
  }

  async abandon(): Promise<void> {
    for (const stream of this.streams) stream.destroy();
    await Promise.allSettled(this.reads);
    await rm(this.path, { force: true });
  }

  private async readPart(name: string, content: Readable, fileName: string | undefined): Promise<void> {
    const isFile = fileName !== undefined;
    const sha512 = createHash('sha512');
    if (isFile && name === FILE && !this.hasFile) {
      this.hasFile = true;
      const file = await this.store(content, fileName, sha512);
      // A form with an empty file field sends a nameless part of zero bytes.
      if (fileName !== '' || file.sizeBytes > 0) this.add(name, file);
    } else {
      const chunks: Buffer[] = [];
      for await (const chunk of limited(content, VALUE_LIMIT_BYTES)) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      sha512.update(bytes);
      // A second file and bytes that are not UTF-8 stay bytes, which no parameter accepts.
      this.add(name, !isFile && isUtf8(bytes) ? bytes.toString('utf8') : bytes);
    }
    this.manifest.push({ kind: isFile ? 'f' : 'v', name, sha512: sha512.digest('hex') });
  }

  private async store(content: Readable, fileName: string, sha512: Hash): Promise<ReceivedFile> {
    const sha256 = createHash('sha256');
    let sizeBytes = 0;
    const count = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      sha256.update(chunk);
      sha512.update(chunk);
    };
    const target = createWriteStream(this.path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(limited(content, this.fileLimitBytes, count), onlyAdmitted(this.part), target);
    return new ReceivedFile(fileName, this.path, sizeBytes, sha256.digest('hex'));
  }

  private add(name: string, value: unknown): void {
    const before = this.fields[name];
    this.fields[name] = before === undefined ? value : [before, value].flat();
  }
}

/** Parsed as files, because the parser would decode values, and the signature covers their bytes. */
function makeParser(request: IncomingMessage) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      isPartAFile: () => true,
      limits: { parts: MAX_PARTS, headerPairs: 16, headerSize: 8_192 },
    });
  } catch (error) {
    throw new Failure(edgeFailures.malformed, { text: 'The request could not be read', cause: error });
  }
}

/** @throws Failure `edge.too_large` once the content exceeds the limit */
async function* limited(content: Readable, limitBytes: number, onChunk?: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new Failure(edgeFailures.too_large);
    onChunk?.(chunk);
    yield chunk;
  }
}

function onlyAdmitted(part: UploadPart) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) if (part.admit(chunk)) yield chunk;
  };
}
