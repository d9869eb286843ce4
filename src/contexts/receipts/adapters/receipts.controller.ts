import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { pageFolder } from '../../../platform/http/page-folder.js';
import { ProvePostings } from '../../../ledger/index.js';

const PAGE = pageFolder('receipts');

type KeysById = Readonly<Record<string, string>>;

interface Page {
  readonly html: string;
  readonly policy: string;
}

/** Serves the page that verifies receipts, in one file so that it can be saved, and the keys that it needs. */
@Controller('receipts')
export class ReceiptsController {
  private page: Promise<Page> | undefined;

  constructor(private readonly postings: ProvePostings) {}

  @Get('verify')
  async verify(@Res() reply: FastifyReply): Promise<void> {
    this.page ??= makePage();
    const { html, policy } = await this.page;
    const keys = JSON.stringify(await this.publicKeys());
    void reply
      .headers({
        ...HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${policy}; frame-ancestors 'none'`,
      })
      .send(html.replace('id="keys">', (tag) => `${tag}${keys}`));
  }

  @Get('key')
  async key(@Res() reply: FastifyReply): Promise<void> {
    void reply.headers({ ...HEADERS, 'content-security-policy': "default-src 'none'" }).send({
      algorithm: 'Ed25519',
      current: this.postings.keyId,
      ...(await this.publicKeys()),
    });
  }

  /** Keys of receipts and anchors, base64url, by id. */
  private async publicKeys(): Promise<{ keys: KeysById; anchors: KeysById }> {
    const known = await this.postings.publicKeys();
    return {
      keys: Object.fromEntries(known.map(({ id, ofReceipts }) => [id, ofReceipts.toString('base64url')])),
      anchors: Object.fromEntries(known.map(({ id, ofAnchors }) => [id, ofAnchors.toString('base64url')])),
    };
  }
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** Only its own script and style, and no connection at all. */
async function makePage(): Promise<Page> {
  const read = (...names: readonly string[]) => Promise.all(names.map((name) => readFile(join(PAGE, name), 'utf8')));
  const [[index], styles, scripts] = await Promise.all([
    read('index.html'),
    read('colours.css', 'page.css'),
    read('verify.js', 'page.js'),
  ]);
  const [style, script] = [styles.join('\n'), scripts.join('\n')];
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${source(script)}`,
    `style-src ${source(style)}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const html = index!
    .replace('{{policy}}', () => policy)
    .replace('<style>', () => `<style>${style}`)
    .replace('<script>', () => `<script>${script}`);
  return { policy, html };
}
