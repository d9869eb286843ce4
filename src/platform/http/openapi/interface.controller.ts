import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationRegistry } from '../operation-registry.js';
import { readCatalogue } from './catalogue.js';
import { describeInterface } from './document.js';
import { INDEX, listPageFiles, type PageFile } from './page-files.js';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Compressed {
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** The best quality takes seconds for the document, and saves a tenth. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export async function compress(body: Buffer): Promise<Compressed> {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, QUALITY), promisify(gzip)(body)]);
  return { etag: hash('sha256', body, 'hex').slice(0, 32), bodies: { br, gzip: zipped, identity: body } };
}

/** The smallest that the header of a request accepts. */
export function acceptedEncoding(header = ''): Encoding {
  return (['br', 'gzip'] as const).find((name) => new RegExp(String.raw`\b${name}\b(?!;q=0\b)`).test(header)) ?? 'identity';
}

/** Allows only this origin, and nothing that is written into the page. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
};

/** Serves the OpenAPI document and the reference that shows it, outside of the envelope. */
@Controller()
export class InterfaceController {
  private readonly files = listPageFiles();
  private readonly kept = new Map<string, Promise<Compressed>>();

  constructor(private readonly registry: OperationRegistry) {}

  @Get('openapi.json')
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const describe = async () => Buffer.from(JSON.stringify(describeInterface(this.registry.all(), readCatalogue())));
    await this.answer('openapi.json', { type: 'application/json; charset=utf-8', isArchive: false }, describe, request, reply);
  }

  @Get('docs')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answer('', INDEX, () => readFile(INDEX.path), request, reply);
  }

  /** pip reads the version from the file's name, so that a name without one leads to it. */
  @Get('docs/harmattan-client.whl')
  wheel(@Res() reply: FastifyReply): void {
    const wheel = [...this.files.keys()].find((name) => name.endsWith('.whl'));
    if (wheel === undefined) return notFound(reply);
    void reply.headers(HEADERS).redirect(`/docs/${wheel}`, 302);
  }

  @Get('docs/*')
  async file(@Param('*') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (name === '') return void reply.redirect('/docs', 302);
    const file = this.files.get(name);
    if (!file && this.registry.find(name)) return void reply.headers(HEADERS).redirect(`/docs#/operations/${name}`, 302);
    if (!file) return notFound(reply);
    await this.answer(`docs/${name}`, file, () => readFile(file.path), request, reply);
  }

  private async answer(
    name: string,
    { type, isArchive }: Omit<PageFile, 'path'>,
    make: () => Promise<Buffer>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!this.kept.has(name)) this.kept.set(name, make().then(compress));
    const { etag, bodies } = await this.kept.get(name)!;
    const encoding = isArchive ? 'identity' : acceptedEncoding(request.headers['accept-encoding']);
    const tag = `"${etag}-${encoding}"`;
    void reply.headers({ ...HEADERS, 'content-type': type, etag: tag });
    if (request.headers['if-none-match'] === tag) return void reply.code(304).send();
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.send(bodies[encoding]);
  }
}

function notFound(reply: FastifyReply): void {
  void reply.code(404).headers(HEADERS).type('text/plain; charset=utf-8').send('Not found');
}
