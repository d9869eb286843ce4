import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookSignature } from '../../packages/client/src/webhooks.js';
import { freePort } from '../../packages/harness/servers/ports.js';
import { providePython } from '../../packages/harness/servers/programs.js';
import { launchBrowser } from '../support/browser.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { runCli, startCli } from '../cli/run-cli.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
let service: ServiceProcess;
let environment: Record<string, string>;
let pageOrigin: string;
let browser: Browser | undefined;
const servers: ChildProcess[] = [];

beforeAll(async () => {
  await buildService();
  folder = mkdtempSync(join(tmpdir(), 'harmattan-examples-'));
  pageOrigin = `http://127.0.0.1:${await freePort()}`;
  const dataDirectory = join(folder, 'data');
  mkdirSync(dataDirectory);
  environment = { DATA_DIR: dataDirectory, WEBHOOK_LOOPBACK: 'allowed', WEB_ORIGINS: pageOrigin, LOG_LEVEL: 'warn' };
  service = await startProcess(environment);
});
afterAll(async () => {
  for (const server of servers) server.kill();
  await browser?.close();
  await service?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** A copy of the example outside of the repository, and the blocks of its README. */
function stranger(example: string) {
  const place = join(folder, example);
  cpSync(join(root, 'examples', example), place, { recursive: true });
  const text = readFileSync(join(place, 'README.md'), 'utf8');
  const block = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)![1]!;
  const commands = block('sh').replaceAll('http://127.0.0.1:3000', service.url).trim().split('\n');
  return { place, text, commands, output: block('text') };
}

/** With what the service serves; compilers are linked, because the test has no registry. */
async function install(place: string, commands: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const command of commands) {
    const packages = /^npm install --save-dev (.*)$/.exec(command)?.[1];
    if (packages) for (const name of packages.split(' ')) link(place, name.replace(/@[\d.]+$/, ''));
    else if (command.startsWith('npm install'))
      await shell(place, `${command} --cache ${folder}/npm --registry http://127.0.0.1:2`);
    else if (command === 'npx tsc') await run(process.execPath, [join(place, 'node_modules/typescript/bin/tsc')], { cwd: place });
    else left.push(command);
  }
  return left;
}

function link(place: string, name: string): void {
  const target = join(place, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), target);
}

async function shell(cwd: string, command: string, environment: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, HARMATTAN_URL: service.url, ...environment };
  return (await run('bash', ['-ec', command], { cwd, env })).stdout;
}

/** Starts a server of an example; resolves to what it has printed so far, and its address. */
async function serve(cwd: string, file: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [file], { cwd, env: { PATH: process.env['PATH'], ...environment } });
  servers.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await until(() => printed.includes('\n'));
  return { printed: () => printed, url: printed.split('\n', 1)[0]! };
}

/** Numbers of accounts and tokens, ports and ids are others each time. */
const masked = (text: string) =>
  text
    .replace(/\b\d{20}\b/g, 'TOKEN')
    .replace(/\b99\d{8}\b/g, 'ACCOUNT')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, 'ID');

describe('the examples, run as their READMEs say', () => {
  it('node', async () => {
    const { place, commands, output } = stranger('node');
    const [command, ...others] = await install(place, commands);
    expect(others).toEqual([]);
    expect(masked(await shell(place, command!))).toBe(masked(output));
  });

  it('python', async () => {
    const { place, commands, output } = stranger('python');
    const PATH = `${dirname(providePython())}:${process.env['PATH']}`;
    const pip = { PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_QUIET: '1', PIP_ROOT_USER_ACTION: 'ignore' };
    expect(masked(await shell(place, commands.join('\n'), { PATH, ...pip }))).toBe(masked(output));
  });

  it('browser', async () => {
    const { place, commands, output } = stranger('browser');
    expect(await install(place, commands)).toEqual(['node serve.js']);
    const { url } = await serve(place, 'serve.js', { PORT: new URL(pageOrigin).port });
    expect(url).toBe(`${pageOrigin}/`);
    browser = await launchBrowser();
    const page = await browser.newPage();
    const shown = async () => (await page.locator('#shown').textContent()) ?? '';
    await page.goto(`${url}?service=${service.url}`);
    await until(async () => (await shown()).split('\n').length > 3);
    expect(masked(await shown())).toBe(masked(output));
    await page.goto(`${url.replace('127.0.0.1', 'localhost')}?service=${service.url}`);
    await until(async () => (await shown()) !== '');
    expect(await shown()).toContain(`Start it with WEB_ORIGINS=${pageOrigin.replace('127.0.0.1', 'localhost')}`);
  });

  it('webhook receiver, which survives what is none', async () => {
    const { place, commands, output } = stranger('webhook-receiver');
    expect(await install(place, commands)).toEqual(['node receiver.js']);
    const without = await serve(place, 'receiver.js', { PORT: '0' });
    const refused = await fetch(without.url, { method: 'POST', body: '{}' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('There is no secret to verify with')]);

    const port = String(await freePort());
    const listener = startCli(environment, 'webhooks:listen', '--json', '--forward', `http://127.0.0.1:${port}/`);
    await until(() => listener.stdout.includes('\n'));
    const { secret } = JSON.parse(listener.stdout.split('\n', 1)[0]!) as { secret: string };
    const receiver = await serve(place, 'receiver.js', { PORT: port, WEBHOOK_SECRET: secret });

    const now = String(Math.floor(Date.now() / 1000));
    const signed = async (body: string) => {
      const signature = await webhookSignature(secret, 'evt_1', now, body);
      return { 'webhook-id': 'evt_1', 'webhook-timestamp': now, 'webhook-signature': signature };
    };
    const strange: [body: string | undefined, headers: Record<string, string>][] = [
      [undefined, {}],
      ['', {}],
      ['{}', { ...(await signed('{}')), 'webhook-signature': 'v1,wrong' }],
      ['{"another": 1}', await signed('{}')],
      ['', await signed('')],
      ['null', await signed('null')],
      ['{}', { ...(await signed('{}')), 'webhook-timestamp': 'noon' }],
    ];
    for (const [body, headers] of strange)
      expect((await fetch(receiver.url, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })).status).toBe(400);

    await runCli(environment, 'webhooks:trigger', 'user.created');
    await until(() => receiver.printed().includes('user.created'));
    listener.interrupt();
    await listener.ended;
    expect(masked(receiver.printed())).toBe(masked(output));
  });
});
