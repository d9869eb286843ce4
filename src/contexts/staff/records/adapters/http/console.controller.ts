import { randomBytes } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleFile, ConsoleFiles, type ContentEncoding } from './console-files.js';

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const NONE = 'Not found';
const DAY_SECONDS = 86_400;

/** The console of staff, outside of the interface. Every path but that of a file is a view of the one page. */
@Controller('console')
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get()
  home(@Res() reply: FastifyReply): void {
    this.page(reply);
  }

  @Get('*')
  path(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const file = path === 'index.html' ? undefined : this.files.find(path);
    if (file) return this.file(file, request, reply);
    if (path.startsWith('assets/')) return void reply.code(404).headers(HEADERS).type('text/plain; charset=utf-8').send(NONE);
    this.page(reply);
  }

  private file(file: ConsoleFile, request: FastifyRequest, reply: FastifyReply): void {
    const encoding = acceptedEncoding(request, file);
    if (encoding) void reply.header('content-encoding', encoding);
    const caching = file.isImmutable ? `public, max-age=${365 * DAY_SECONDS}, immutable` : `public, max-age=${DAY_SECONDS}`;
    const headers = { ...HEADERS, 'content-type': file.type, 'cache-control': caching, vary: 'Accept-Encoding' };
    void reply.headers(headers).send(encoding ? file.compressed[encoding] : file.body);
  }

  /** Each answer has its own nonce, so that none is kept; nobody but the page itself names style tags with it. */
  private page(reply: FastifyReply): void {
    const nonce = randomBytes(16).toString('base64');
    const page = this.files.page(nonce);
    void reply.headers({ ...HEADERS, 'content-security-policy': policyWith(nonce), 'cache-control': 'no-cache, no-store' });
    if (page === undefined) return void reply.code(404).type('text/plain; charset=utf-8').send(NONE);
    void reply.type('text/html; charset=utf-8').send(page);
  }
}

/** Pictures of tickets and files are read by signed requests, and shown as blobs. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function acceptedEncoding(request: FastifyRequest, file: ConsoleFile): ContentEncoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  return (['br', 'gzip'] as const).find((name) => file.compressed[name] && new RegExp(`\\b${name}\\b(?!;q=0\\b)`).test(accepted));
}
