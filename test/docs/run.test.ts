import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideShells } from '../../packages/harness/servers/programs.js';
import { buildService } from '../support/service-process.js';
import { type Block, DOCUMENTS, readBlocks } from './support/blocks.js';
import { Reader } from './support/reader.js';
import { Receiver } from './support/receiver.js';
import { throttle } from './support/throttle.js';
import { installClients, typeFaults } from './support/workshop.js';

const blocks = DOCUMENTS.flatMap(readBlocks);
const isProgram = ({ language, shown }: Block) => language !== 'sh' && shown !== undefined;

beforeAll(async () => {
  provideShells();
  await buildService();
});

it('documents say which blocks are not run, and why', () => {
  expect(
    blocks.filter(({ info }) => info.startsWith('no-run')).map(({ place, info }) => `${place.replace(/:.*/, '')}: ${info}`),
  ).toEqual([
    'README.md: no-run it goes on until Ctrl-C',
    'docs/guides/conventions.md: no-run it is refused, which is what it shows',
    'docs/guides/conventions.md: no-run nothing was recorded before, which is answered with 404',
    'docs/guides/pay-a-meter.md: no-run it goes on until Ctrl-C',
    'docs/guides/webhooks.md: no-run with the secret of your endpoint',
    'docs/guides/webhooks.md: no-run it sends a sample to every endpoint',
    'docs/runbook.md: no-run there is no fault here',
  ]);
  const unnamed = blocks.filter(({ language, info }) => language !== 'sh' && !/^[a-z-]+\.(ts|py)$/.test(info));
  expect(unnamed.map(({ place }) => `${place} names no file`)).toEqual([]);
});

it('programs of documents begin with what installs the client that the service serves', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  const docs = 'http://127.0.0.1:3000/docs';
  const install = {
    ts: `// npm install ${docs}/harmattan-client.tgz`,
    python: `# pip install ${docs}/harmattan_client-${version}-py3-none-any.whl`,
  };
  const programs = blocks.flatMap(({ language, ...block }) => (language === 'sh' ? [] : [{ language, ...block }]));
  expect(programs.length).toBeGreaterThan(7);
  for (const { place, language, code } of programs) expect(code.split('\n')[0], place).toBe(install[language]);
});

it('blocks of documents are written in the shell language of POSIX, which dash reads', () => {
  const shell = blocks.filter(({ language }) => language === 'sh');
  const faults = shell.map(
    ({ place, code }) => `${place}: ${spawnSync('dash', ['-n'], { input: code, encoding: 'utf8' }).stderr}`,
  );
  expect(faults.filter((fault) => !fault.endsWith(': '))).toEqual([]);
  expect(shell.filter(({ code }) => /\[\[|^source |<<</m.test(code)).map(({ place }) => place)).toEqual([]);
});

it('documents whose blocks fish cannot read say to begin with bash', () => {
  const posix = /^(?:[A-Z]+=\S*\$\(|[A-Z]+=\S*$|[a-z]+\(\) ?\{)/m;
  const documents = blocks
    .filter(({ language, code }) => language === 'sh' && posix.test(code))
    .map(({ place }) => place.split(':')[0]!);
  expect(documents.length).toBeGreaterThan(5);
  for (const document of new Set(documents))
    expect(readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8'), document).toMatch(/In fish,\s+type `bash`/);
});

const RUN_IN = [
  ['bash', DOCUMENTS],
  ['dash', ['README.md']],
  // Without assignments.
  ['fish', ['README.md']],
  ['zsh', DOCUMENTS],
] as const;

describe.each(RUN_IN)('blocks of documents in %s, outside of the repository', (shell, documents) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await Reader.withService(shell);
  });
  afterAll(() => reader.close());

  it.each(documents)('%s does as it shows', async (document) => {
    const own = readBlocks(document).filter((block) => !isProgram(block));
    expect(await reader.follow(own)).toEqual([]);
  });
});

describe('programs of documents, with the clients that the service serves', () => {
  let reader: Reader;
  let folder: string;
  beforeAll(async () => {
    reader = await Reader.withService('bash');
    folder = await installClients(reader.service.url);
  });
  afterAll(async () => {
    await reader.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(blocks.filter(isProgram).map((block) => [block.info, block] as const))('%s prints what is shown', async (_, block) => {
    expect(await reader.run(block, folder)).toEqual([]);
  });

  it.each(['receiver.ts', 'receiver.py'])(
    '%s takes a webhook once, and says what a request without a signature lacks',
    async (name) => {
      const receiver = await Receiver.start(
        blocks.find(({ info }) => info === name)!,
        folder,
      );
      try {
        const body = JSON.stringify({ type: 'deposit.completed', timestamp: new Date().toISOString(), data: { amount: 5000 } });
        const refused = { status: 400, text: expect.stringContaining('A header of the webhook is missing') as string };
        expect(await receiver.post(body, { id: 'msg_1', signed: false })).toEqual(refused);
        expect(await receiver.post('', { id: 'msg_1', signed: false })).toEqual(refused);
        expect(await receiver.post(body, { id: 'msg_1', signed: true })).toEqual({ status: 204, text: '' });
        expect(await receiver.post(body, { id: 'msg_1', signed: true })).toEqual({ status: 204, text: '' });
        expect(receiver.output.match(/deposit\.completed.*5000/g)).toHaveLength(1);
      } finally {
        await receiver.end();
      }
    },
  );

  it('in TypeScript compile under strict', async () => {
    const programs = blocks.filter(({ language }) => language === 'ts');
    for (const { info, code } of programs) writeFileSync(join(folder, info), code);
    const files = programs.map(({ info }) => info);
    expect(new Set(files).size).toBe(files.length);
    expect(await typeFaults(folder, files)).toBe('');
  });
});

it('the first guide also on a processor that is busy with other things', async () => {
  const reader = await Reader.withService('bash');
  const stop = throttle(reader.service.child.pid!);
  try {
    const guide = readBlocks('docs/guides/pay-a-meter.md');
    const inShell = guide.slice(
      0,
      guide.findIndex(({ code }) => code.includes('npm install')),
    );
    expect(inShell.length).toBeGreaterThan(6);
    expect(await reader.follow(inShell)).toEqual([]);
  } finally {
    stop();
    await reader.close();
  }
});
