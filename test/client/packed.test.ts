import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providePython } from '../../packages/harness/servers/programs.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string };
const { version } = readJson('packages/client/package.json');
const WHEEL = `harmattan_client-${version}-py3-none-any.whl`;

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  await buildService();
  folder = mkdtempSync(join(tmpdir(), 'harmattan-packed-'));
  mkdirSync(join(folder, 'data'));
  service = await startProcess({ DATA_DIR: join(folder, 'data'), RATE_LIMIT_SCALE: '0' });
});
afterAll(async () => {
  await service?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const download = (name: string, init?: RequestInit) => fetch(`${service.url}/docs/${name}`, init);

describe('clients that the service serves', () => {
  it('are of its own version, under a stable and a versioned name, whole and unencoded', async () => {
    const python = /^version = "(.*)"$/m.exec(readFileSync(join(root, 'packages/client-python/pyproject.toml'), 'utf8'))?.[1];
    expect([readJson('package.json').version, python]).toEqual([version, version]);
    const [stable, versioned, wheel] = await Promise.all(
      ['harmattan-client.tgz', `harmattan-client-${version}.tgz`, WHEEL].map((name) =>
        download(name, { headers: { 'accept-encoding': 'gzip, br' } }),
      ),
    );
    expect(stable!.status).toBe(200);
    expect(stable!.headers.get('content-type')).toBe('application/gzip');
    expect(stable!.headers.get('content-encoding')).toBeNull();
    expect(await stable!.arrayBuffer()).toEqual(await versioned!.arrayBuffer());
    expect(wheel!.headers.get('content-type')).toBe('application/zip');
    expect(wheel!.headers.get('content-encoding')).toBeNull();
    const tag = stable!.headers.get('etag')!;
    expect((await download('harmattan-client.tgz', { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it('have a stable name for the wheel, which leads to the one that pip reads', async () => {
    const answer = await download('harmattan-client.whl', { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/docs/${WHEEL}`]);
    expect(await (await download('clients.json')).json()).toEqual({ npm: 'harmattan-client.tgz', wheel: WHEEL });
  });
});

const SOURCE = `
import { HarmattanClient, isHarmattanError, type Data, type HarmattanError } from '@harmattan/client';
import { verifyWebhook } from '@harmattan/client/webhooks';

export async function pay(client: HarmattanClient): Promise<string> {
  const order: Data<'user_deposit_order_create'> = await client.call('user_deposit_order_create', { amount: 5000 });
  // @ts-expect-error There is no such field.
  order.acountNumber;
  // @ts-expect-error There is no such operation.
  await client.call('user_wallet_get_inf');
  return order.amount;
}

export const failures: HarmattanError[] = [];
if (isHarmattanError(failures[0], 'insufficient_funds')) failures.pop();
export const verify: (text: string) => Promise<{ id: string }> = (body) => verifyWebhook({ headers: {}, body }, { secrets: 'whsec_AAAA' });
`;

/** How TypeScript may look for modules, the kind of module, and the endings of files. Only older compilers know `node10`. */
const RESOLUTIONS = [
  ['node10', 'commonjs', ['ts'], 'typescript', { ignoreDeprecations: '6.0' }],
  ['node16', 'node16', ['mts', 'cts'], 'typescript7', {}],
  ['nodenext', 'nodenext', ['mts', 'cts'], 'typescript7', {}],
  ['bundler', 'esnext', ['ts'], 'typescript7', {}],
] as const;

describe('@harmattan/client, installed from the service', () => {
  let project: string;

  beforeAll(async () => {
    project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    const npm = [
      'install',
      '--no-audit',
      '--no-fund',
      '--cache',
      join(folder, 'npm'),
      `${service.url}/docs/harmattan-client.tgz`,
    ];
    // No registry is needed, because there are no dependencies.
    await run('npm', [...npm, '--registry', 'http://127.0.0.1:1'], { cwd: project });
  });

  it.each(RESOLUTIONS)(
    'compiles strictly with moduleResolution %s',
    async (moduleResolution, module, endings, compiler, more) => {
      const directory = mkdtempSync(join(project, 'types-'));
      for (const ending of endings) writeFileSync(join(directory, `${ending}.${ending}`), SOURCE);
      const kind = { target: 'es2022', lib: ['es2022', 'dom'], types: [], module, moduleResolution, ...more };
      const compilerOptions = { ...kind, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
      writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
      const tsc = join(root, `node_modules/${compiler}/bin/tsc`);
      const { stdout } = await run(process.execPath, [tsc, '-p', directory]).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    },
  );

  it.each([
    [
      'required',
      'cjs',
      `const { HarmattanClient, isHarmattanError } = require('@harmattan/client');
      const { verifyWebhook } = require('@harmattan/client/webhooks');
      const vectors = require('@harmattan/client/vectors/signatures.json');`,
    ],
    [
      'imported',
      'mjs',
      `import { HarmattanClient, isHarmattanError } from '@harmattan/client';
      import { verifyWebhook } from '@harmattan/client/webhooks';
      import vectors from '@harmattan/client/vectors/signatures.json' with { type: 'json' };`,
    ],
  ])('calls the service where it is %s', async (how, ending, head) => {
    const file = join(project, `call.${ending}`);
    const user = {
      fsnm: 'Ada',
      lsnm: 'Obi',
      emal: `${how}@example.com`,
      pswd: 'Harmattan-Wind-26',
      devt: 'Web',
      devs: 'a',
      devn: 'A',
    };
    writeFileSync(
      file,
      `${head}
      (async () => {
        const client = new HarmattanClient({ baseUrl: '${service.url}' });
        await client.signIn('user_profile_create', ${JSON.stringify(user)});
        const { balance } = await client.call('user_wallet_get_info');
        const error = await client.call('user_transfer_create', { email: 'nobody@example.com', amount: 1500 }).catch((one) => one);
        const other = (await import('@harmattan/client')).isHarmattanError(error);
        console.log(balance, isHarmattanError(error), other, typeof verifyWebhook, vectors.length > 0);
      })();`,
    );
    const { stdout } = await run(process.execPath, ['--no-warnings', file]);
    expect(stdout.trim()).toBe('0 true true function true');
  });

  it('has its README, where it comes from and its licence with it', () => {
    const installed = join(project, 'node_modules/@harmattan/client');
    expect(readFileSync(join(installed, 'README.md'), 'utf8')).toContain('npm install http');
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toMatchObject({
      license: expect.any(String),
      repository: { type: 'git', directory: 'packages/client' },
      scripts: { prepack: expect.any(String) },
    });
  });
});

describe('harmattan-client, installed from the service', () => {
  it('is installed by pip without an index, and calls the service with types', async () => {
    const python = providePython();
    const target = join(folder, 'site-packages');
    const options = [
      '--no-index',
      '--disable-pip-version-check',
      '--no-cache-dir',
      '--root-user-action=ignore',
      '--target',
      target,
    ];
    await run(python, ['-m', 'pip', 'install', ...options, `${service.url}/docs/${WHEEL}`]);
    const script = `
import harmattan, importlib.metadata, inspect, os, typing
from harmattan import HarmattanClient
client = HarmattanClient("${service.url}")
client.sign_in("user_profile_create", {
    "fsnm": "Ada", "lsnm": "Obi", "emal": "python@example.com", "pswd": "Harmattan-Wind-26",
    "devt": "Web", "devs": "a", "devn": "A",
})
about = importlib.metadata.metadata("harmattan-client")
typed = os.path.exists(os.path.join(os.path.dirname(harmattan.__file__), "py.typed"))
print(client.call("user_wallet_get_info")["balance"], about["Version"], typed, "pip install" in about.get_payload())
public = [getattr(harmattan, name) for name in harmattan.__all__ if name != "SessionStore"]
for thing in [one for one in public if inspect.isclass(one) or inspect.isfunction(one)]:
    functions = inspect.getmembers(thing, inspect.isfunction) if inspect.isclass(thing) else [(thing.__name__, thing)]
    for name, function in functions:
        if name.startswith("_") and name != "__init__" or name not in vars(thing) and inspect.isclass(thing):
            continue
        hints = typing.get_type_hints(function)
        missing = [one for one in inspect.signature(function).parameters if one != "self" and one not in hints]
        if missing or "return" not in hints:
            print("without types:", thing.__name__, name, missing)
`;
    const env = { PATH: process.env['PATH'], PYTHONPATH: target, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(python, ['-W', 'error', '-c', script], { env, cwd: folder });
    expect(stdout).toBe(`0 ${version} True True\n`);
  });
});
