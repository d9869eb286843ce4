import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../support/service-process.js';

const FOLDER = resolve(import.meta.dirname, '../../packages/client');

interface Manifest {
  readonly dependencies?: object;
  readonly sideEffects: boolean;
  readonly main: string;
  readonly types: string;
  readonly exports: object;
}

beforeAll(() => buildService());

describe('client package', () => {
  const manifest = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as Manifest;

  it('has no dependencies, and every file that it exports', () => {
    expect(manifest.dependencies).toBeUndefined();
    const files = [manifest.main, manifest.types, ...JSON.stringify(manifest.exports).matchAll(/"(\.\/[^"]*)"(?!:)/g)].map(
      (found) => (typeof found === 'string' ? found : found[1]!),
    );
    expect(files).toHaveLength(14);
    expect(files.filter((file) => !existsSync(join(FOLDER, file.replace('*', 'signatures'))))).toEqual([]);
  });

  it('is imported by its name in Node', async () => {
    const script = `
      import { HarmattanClient, isHarmattanError } from '@harmattan/client';
      import { verifyWebhook } from '@harmattan/client/webhooks';
      import vectors from '@harmattan/client/vectors/signatures.json' with { type: 'json' };
      console.log(typeof HarmattanClient, typeof isHarmattanError, typeof verifyWebhook, vectors.length > 0);`;
    const args = ['--no-warnings', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: FOLDER });
    expect(stdout.trim()).toBe('function function function true');
  });

  it('is small, and only what is used of it is bundled', async () => {
    const whole = await bundled(`export * from '${FOLDER}/dist/index.js'; export * from '${FOLDER}/dist/webhooks.js';`);
    const receiver = await bundled(`export { verifyWebhook } from '${FOLDER}/dist/webhooks.js';`);
    const [wholeBytes, receiverBytes] = [whole, receiver].map((code) => gzipSync(code).length);
    console.log(`@harmattan/client: ${whole.length} bytes, ${wholeBytes} compressed; webhooks alone ${receiverBytes}`);
    expect(wholeBytes).toBeLessThan(12_000);
    expect(receiverBytes).toBeLessThan(1_500);
  });
});

/** Minified, as an app would have it. */
async function bundled(source: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'harmattan-bundle-'));
  try {
    const entry = join(outDir, 'entry.js');
    writeFileSync(entry, source);
    const lib = { entry, formats: ['es' as const], fileName: () => 'bundle.js' };
    await build({
      root: outDir,
      configFile: false,
      logLevel: 'silent',
      build: { outDir, emptyOutDir: false, minify: true, lib },
    });
    return readFileSync(join(outDir, 'bundle.js'), 'utf8');
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
