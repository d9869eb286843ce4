import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationRegistry } from '../operation-registry.js';
import { readCatalogue } from './catalogue.js';
import { describeInterface } from './document.js';

const PAGE = fileURLToPath(new URL('./page/', import.meta.url));
const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

interface Asset {
  readonly path: string;
  readonly type: string;
}

const ASSETS: Readonly<Record<string, Asset>> = {
  'page.js': { path: join(PAGE, 'page.js'), type: 'text/javascript; charset=utf-8' },
  'sign.js': { path: join(PAGE, 'sign.js'), type: 'text/javascript; charset=utf-8' },
  'page.css': { path: join(PAGE, 'page.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui.css': { path: join(SWAGGER_UI, 'swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { path: join(SWAGGER_UI, 'swagger-ui-bundle.js'), type: 'text/javascript; charset=utf-8' },
  'favicon.png': { path: join(SWAGGER_UI, 'favicon-32x32.png'), type: 'image/png' },
};
const INDEX: Asset = { path: join(PAGE, 'index.html'), type: 'text/html; charset=utf-8' };

/** Allows only this origin. Swagger UI needs inline styles. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** Serves the OpenAPI document and a page to try it, outside of the envelope. */
@Controller()
export class InterfaceController {
  private readonly kept = new Map<string, { body: string | Buffer; etag: string }>();

  constructor(private readonly registry: OperationRegistry) {}

  @Get('openapi.json')
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const describe = () => JSON.stringify(describeInterface(this.registry.all(), readCatalogue()));
    await this.answer('openapi.json', 'application/json; charset=utf-8', async () => describe(), request, reply);
  }

  @Get('docs')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answer('', INDEX.type, () => readFile(INDEX.path), request, reply);
  }

  @Get('docs/:name')
  async asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (!asset) return void reply.code(404).headers(HEADERS).type('text/plain; charset=utf-8').send('Not found');
    await this.answer(name, asset.type, () => readFile(asset.path), request, reply);
  }

  private async answer(
    name: string,
    type: string,
    make: () => Promise<string | Buffer>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    let kept = this.kept.get(name);
    if (!kept) {
      const body = await make();
      kept = { body, etag: `"${hash('sha256', body, 'hex').slice(0, 32)}"` };
      this.kept.set(name, kept);
    }
    void reply.headers({ ...HEADERS, 'content-type': type, etag: kept.etag });
    if (request.headers['if-none-match'] === kept.etag) return void reply.code(304).send();
    void reply.send(kept.body);
  }
}
