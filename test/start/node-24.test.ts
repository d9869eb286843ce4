import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { provideNode24 } from '../../packages/harness/servers/node-24.js';

const root = resolve(import.meta.dirname, '../..');

let node24: string;
beforeAll(() => {
  node24 = provideNode24();
});

const run = (...args: string[]) => spawnSync(node24, args, { cwd: root, encoding: 'utf8' });

it('the built service starts, answers and stops on Node 24', () => {
  const { status, stdout, stderr } = run('scripts/smoke.mjs');
  expect(stdout, stderr).toContain('The built service starts, answers and stops.');
  expect(status).toBe(0);
});

it('native packages work on Node 24: passwords, pictures, SQLite', () => {
  const script = `
    import { hash, verify } from '@node-rs/argon2';
    import sharp from 'sharp';
    import { DatabaseSync } from '@photostructure/sqlite';
    const isVerified = await verify(await hash('secret'), 'secret');
    const picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } }).png().toBuffer();
    const { width } = await sharp(picture).metadata();
    const database = new DatabaseSync(':memory:');
    const { sum } = database.prepare('SELECT 40 + 2 AS sum').get();
    console.log(JSON.stringify([process.versions.node.split('.')[0], isVerified, width, sum]));
  `;
  const { stdout, stderr } = run('--input-type=module', '--eval', script);
  expect(stdout, stderr).toBe('["24",true,4,42]\n');
});
