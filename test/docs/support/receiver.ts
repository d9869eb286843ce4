import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { provideNode24 } from '../../../packages/harness/servers/node-24.js';
import { until } from '../../support/until.js';
import type { Block } from './blocks.js';
import { freePort } from '../../../packages/harness/servers/ports.js';

/** The receiver of webhooks of a guide, as a process in a folder in which the clients are installed. */
export class Receiver {
  readonly #signer: Webhook;
  output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    secret: string,
  ) {
    this.#signer = new Webhook(secret);
    for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text) => (this.output += text));
  }

  static async start({ info, language, code }: Block, folder: string): Promise<Receiver> {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const port = await freePort();
    writeFileSync(join(folder, info), code.replace('8080', String(port)));
    const program = language === 'ts' ? provideNode24() : join(folder, '.venv/bin/python');
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret };
    const receiver = new Receiver(spawn(program, [info], { cwd: folder, env }), `http://127.0.0.1:${port}/`, secret);
    await until(() =>
      fetch(receiver.url).then(
        () => true,
        () => false,
      ),
    );
    return receiver;
  }

  async post(body: string, { id, signed }: { readonly id: string; readonly signed: boolean }) {
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': this.#signer.sign(id, now, body),
    };
    const answer = await fetch(this.url, { method: 'POST', body, ...(signed ? { headers } : {}) });
    return { status: answer.status, text: await answer.text() };
  }

  async end(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
