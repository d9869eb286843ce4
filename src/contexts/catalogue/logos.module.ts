import { Controller, Get, Param, Res, Module } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FileStorage } from '../../kernel/storage.js';
import { logoKey } from './logos.store.js';

const NAME = /^([0-9a-f]{32})\.webp$/;
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=604800',
};

@Controller('logos')
export class LogosController {
  constructor(private readonly storage: FileStorage) {}

  @Get(':name')
  async show(@Param('name') given: string, @Res() reply: FastifyReply): Promise<void> {
    const name = NAME.exec(given)?.[1];
    const content = name === undefined ? undefined : await this.storage.open(logoKey(name));
    if (!content) return void reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    void reply.headers(HEADERS).type('image/webp').send(content);
  }
}

@Module({ controllers: [LogosController] })
export class LogosModule {}
