import { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileStorage } from '../../../../kernel/storage.js';
import { SignedFiles } from '../../../../platform/http/authentication.js';
import { DownloadFile, readByteRange } from '../../downloads.js';
import { FileSettings, Files, contentKey, type FileRecord, GENERATED_DIRECTORY, thumbnailKey, isImage } from '../../files.js';

const NAME = /^([0-9a-f]{32})\.([a-z0-9]{1,8})$/;
const THUMBNAIL = /^([0-9a-f]{32})\.thumbnail\.webp$/;
const RETRY_AFTER_SECONDS = 2;

/** Keep browsers from sniffing, executing or framing uploaded content. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  // A file can be deleted or replaced by its processed version, so caches must revalidate.
  'cache-control': 'private, no-cache',
};

/** Serves contents by their unguessable names. */
@Controller('uploads')
export class UploadsController {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly settings: FileSettings,
    private readonly downloadFile: DownloadFile,
    private readonly signedFiles: SignedFiles,
  ) {}

  /** Alone it answers nobody: the session that asked for it signs the request. */
  @Get('once/:token')
  async showOnce(@Param('token') token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
    const { method, originalUrl: target, headers } = request;
    const sessionId = await this.signedFiles.sessionOf({ method, target, headers });
    if (sessionId === undefined) return refuse(reply, 401);
    // The head alone does not use the address up.
    const file = method === 'HEAD' ? undefined : await this.downloadFile.take(token, sessionId);
    const content = file && (await this.storage.open(contentKey(file)));
    if (!content) return refuse(reply, 404);
    // Otherwise it stays until its time is over.
    reply.raw.once('finish', () => void this.downloadFile.finish(file).catch(() => undefined));
    void reply
      .headers({
        'content-type': file.contentType,
        'content-disposition': dispositionOf(file).replace(/^inline/, 'attachment'),
        'content-length': file.sizeBytes,
      })
      .send(content);
  }

  @Get(':name')
  async show(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.headers(SECURITY_HEADERS);
    const file = await this.files.findByName((NAME.exec(name) ?? THUMBNAIL.exec(name))?.[1] ?? '');
    if (file?.status !== 'active' || file.directory === GENERATED_DIRECTORY) return refuse(reply, 404);
    if (this.settings.scansFirst && file.processedAt === 0) {
      void reply.header('retry-after', RETRY_AFTER_SECONDS);
      return refuse(reply, 503);
    }
    if (THUMBNAIL.test(name)) return this.showThumbnail(file, reply);
    if (!name.endsWith(`.${file.extension}`)) return refuse(reply, 404);
    // The content may have been replaced since the look-up.
    if (!(await this.showContent(file, request, reply))) {
      const moved = await this.files.find(file.id);
      if (moved?.status !== 'active' || !(await this.showContent(moved, request, reply))) refuse(reply, 404);
    }
  }

  private async showContent(file: FileRecord, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const etag = `"${file.sha256.slice(0, 32)}"`;
    void reply.headers({ etag, 'accept-ranges': 'bytes' });
    if (request.headers['if-none-match'] === etag) {
      void reply.code(304).send();
      return true;
    }
    const ifRange = request.headers['if-range'];
    const range = readByteRange(ifRange === undefined || ifRange === etag ? request.headers.range : undefined, file.sizeBytes);
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${file.sizeBytes}`);
      refuse(reply, 416);
      return true;
    }
    const content = request.method === 'HEAD' ? Readable.from([]) : await this.storage.open(contentKey(file), range);
    if (!content) return false;
    if (range) void reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${file.sizeBytes}`);
    void reply
      .headers({
        'content-type': file.contentType,
        'content-disposition': dispositionOf(file),
        'content-length': range ? range.to - range.from + 1 : file.sizeBytes,
      })
      .send(content);
    return true;
  }

  private async showThumbnail(file: FileRecord, reply: FastifyReply): Promise<void> {
    const content = file.hasThumbnail ? await this.storage.open(thumbnailKey(file)) : undefined;
    if (!content) return refuse(reply, 404);
    void reply.headers({ 'content-type': 'image/webp', 'content-disposition': 'inline' }).send(content);
  }
}

function refuse(reply: FastifyReply, status: 401 | 404 | 416 | 503): void {
  const text = { 401: 'Only the session that asked for it', 404: 'Not found', 416: 'No such part', 503: 'Not ready yet' }[status];
  void reply.code(status).header('content-disposition', 'inline').type('text/plain; charset=utf-8').send(text);
}

/** Inline for images, attachment for everything else (RFC 6266). */
function dispositionOf(file: FileRecord): string {
  const plain = file.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(file.fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isImage(file) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
