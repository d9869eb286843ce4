import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, Controller, Get, Param, Req, Res } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

export type ContentEncoding = keyof typeof ENCODINGS;

export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  /** The body as the build compressed it. */
  readonly compressed: Readonly<Partial<Record<ContentEncoding, Buffer>>>;
  /** Its name has a hash of its content. */
  readonly isImmutable: boolean;
}

/** The build of packages/console, about 2 MB. It is read once, so that no request chooses a path on the disk. */
@Injectable()
export class ConsoleFiles {
  private readonly files: ReadonlyMap<string, ConsoleFile>;

  constructor() {
    this.files = readFiles(fileURLToPath(new URL('./page/', import.meta.url)));
  }

  find(path: string): ConsoleFile | undefined {
    return this.files.get(path);
  }

  /** The page, whose style tags carry the nonce; undefined where the service runs from its sources, as in tests of other parts. */
  page(nonce: string): string | undefined {
    return this.files.get('index.html')?.body.toString().replaceAll('NONCE_OF_THE_ANSWER', nonce);
  }
}

function readFiles(folder: string): Map<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>();
  if (!existsSync(folder)) return files;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const path = join(folder, name);
    const compressed = Object.fromEntries(
      Object.entries(ENCODINGS)
        .filter(([, suffix]) => names.includes(name + suffix))
        .map(([encoding, suffix]) => [encoding, readFileSync(path + suffix)]),
    );
    files.set(name, { type, body: readFileSync(path), compressed, isImmutable: name.startsWith('assets/') });
  }
  return files;
}

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
