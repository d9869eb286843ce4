import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const elsewhere = mkdtempSync(join(tmpdir(), 'harmattan-elsewhere-'));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

describe('the executable harmattan', () => {
  it('runs from another folder, and by a link', () => {
    const run = (path: string) => execFileSync(path, ['--version'], { cwd: elsewhere, encoding: 'utf8' });
    const link = join(elsewhere, 'hm');
    symlinkSync(join(root, 'harmattan'), link);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect([run(join(root, 'harmattan')), run(link)].map((text) => text.split(' ')[0]!.trim())).toEqual([version, version]);
  });

  it('is what npx runs in a clone', () => {
    const text = execFileSync('npx', ['--offline', 'harmattan', 'call', '--help'], { cwd: root, encoding: 'utf8' });
    expect(text).toContain('harmattan call');
  });
});
