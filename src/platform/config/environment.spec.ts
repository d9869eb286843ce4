import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Config } from './config.js';
import { readVariableFiles } from './environment.js';

let folder: string;
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (source: NodeJS.ProcessEnv) => readVariableFiles(source, ['APP_KEY', 'MAIL_URL']);

describe('variables in files', () => {
  it('are read without the line break at their end', () => {
    const APP_KEY_FILE = file('key', ' a key \n');
    expect(read({ APP_KEY_FILE, OTHER_FILE: 'x' })).toEqual({ source: { APP_KEY: ' a key ', OTHER_FILE: 'x' }, faults: [] });
  });

  it.each([
    [{ APP_KEY_FILE: '/nowhere/key' }, 'APP_KEY_FILE cannot be read (ENOENT): name a file that this user may read'],
    [{ APP_KEY: 'a', APP_KEY_FILE: '/nowhere/key' }, 'APP_KEY and APP_KEY_FILE are both set: keep one of them'],
  ])('are refused: %j', (source, fault) => expect(read(source).faults).toEqual([fault]));

  it('are refused where the file is empty', () => {
    expect(read({ MAIL_URL_FILE: file('empty', '\n') }).faults).toEqual(['MAIL_URL_FILE names an empty file']);
  });

  it('are settings of the service, with the checks that they have', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const source = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' };
    expect(Config.load({ ...source, APP_KEY_FILE: file('app-key', `${key}\n`) }).appKey.toString('base64')).toBe(key);
    expect(() => Config.load({ ...source, APP_KEY_FILE: file('short', 'short') })).toThrow('APP_KEY must be 32 bytes in base64');
    expect(() => Config.load({ ...source, APP_KEY_FILE: '/nowhere' })).toThrow('APP_KEY_FILE cannot be read');
  });

  it('may be changed for a command that works on another place', () => {
    const DATABASE_URL_FILE = file('database', 'mysql://me@127.0.0.1/one');
    const APP_KEY = Buffer.alloc(32, 7).toString('base64');
    const config = Config.load({ DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', APP_KEY, DATABASE_URL_FILE });
    expect(config.databaseUrl).toBe('mysql://me@127.0.0.1/one');
    expect(config.changedForTool({ DATABASE_URL: 'mysql://me@127.0.0.1/other' }).databaseUrl).toBe('mysql://me@127.0.0.1/other');
  });
});
