import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/kernel/failure.js';
import { edgeFailures } from '../../src/platform/http/edge.failures.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { alsoToFiles } from '../../src/platform/telemetry/log-files.js';
import { until } from '../support/until.js';
import { runCli, startCli } from './run-cli.js';
import { PRODUCTION } from '../support/production.js';

describe('logs:tail', () => {
  const directory = mkdtempSync(join(tmpdir(), 'harmattan-logs-'));
  const environment = { DATA_DIR: directory, LOG_DIR: join(directory, 'log') };
  const written: string[] = [];
  let log: Log;

  const request = (reference: string) =>
    log.request({ reference, action: 'user_login', status: 200, ms: 1, ip: '127.0.0.1', userId: undefined, failure: undefined });
  const flushed = () =>
    until(async () => {
      log.flush();
      return (await runCli(environment, 'logs:tail', '--lines', '10000', '--json')).stdout === written.join('');
    });

  beforeAll(() => {
    const stdout = { write: (line: string) => void written.push(line) };
    log = new Log({ LOG_LEVEL: 'info' }, alsoToFiles(stdout, environment.LOG_DIR));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is written to files that others cannot read, in a folder that can be written', async () => {
    log.info('x');
    log.flush();
    await until(() => readdirSync(environment.LOG_DIR).length > 0);
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(environment.LOG_DIR)).toBe('700');
    expect(readdirSync(environment.LOG_DIR).map((name) => modeOf(join(environment.LOG_DIR, name)))).toEqual(['600']);
    const file = join(environment.LOG_DIR, readdirSync(environment.LOG_DIR)[0]!);
    expect(() => alsoToFiles({ write: () => undefined }, file)).toThrow(`LOG_DIR ${file} cannot be used (EEXIST)`);
  });

  it('prints the line of a reference, the last lines, and all of them as they were written', async () => {
    for (let number = 0; number < 30; number++) request(`REF${number.toString().padStart(5, '0')}`);
    await flushed();
    const one = await runCli(environment, 'logs:tail', '--reference', 'REF00007', '--json');
    expect([one.exitCode, one.json.reference, one.json.action]).toEqual([0, 'REF00007', 'user_login']);
    expect((await runCli(environment, 'logs:tail')).stdout.match(/REF\d+/g)).toHaveLength(20);
    expect((await runCli(environment, 'logs:tail', '--lines', '3')).stdout.match(/REF\d+/g)).toEqual([
      'REF00027',
      'REF00028',
      'REF00029',
    ]);
  });

  it('shows why a signature was refused', async () => {
    const explanation = {
      reason: 'body_hash',
      text: 'The hash of an empty body was signed',
      signed: 'SVC1-HMAC-SHA512\nPOST\n/',
    };
    const failure = new Failure(edgeFailures.unauthenticated, { explanation });
    log.request({ reference: 'REFUSED1', action: 'x', status: 401, ms: 1, ip: '127.0.0.1', userId: undefined, failure });
    await flushed();
    const { stdout } = await runCli(environment, 'logs:tail', '--reference', 'REFUSED1');
    expect(stdout).toMatch(/"reason": "body_hash",\n +"text": ".*",\n +"signed": "SVC1-HMAC-SHA512\\nPOST/);
  });

  it('follows the log until it is interrupted, also into the next file', async () => {
    const command = startCli(environment, 'logs:tail', '--follow', '--reference', 'FOLLOWED', '--json');
    const filler = 'x'.repeat(1_000_000);
    for (let number = 0; number < 12; number++) {
      log.info(filler);
      if (number % 4 === 0) request(`FOLLOWED${number}`);
      await until(() => {
        log.flush();
        return Promise.resolve(command.stdout.split('\n').length === Math.floor(number / 4) + 2);
      });
    }
    command.interrupt();
    const { exitCode, stdout } = await command.ended;
    expect([exitCode, stdout.match(/FOLLOWED\d/g)]).toEqual([0, ['FOLLOWED0', 'FOLLOWED4', 'FOLLOWED8']]);
  });

  it('tells when there is no such line, and where the log is in no files', async () => {
    const { exitCode, stderr } = await runCli(environment, 'logs:tail', '--reference', 'NOWHERE');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('No such line')]);
    const { LOG_DIR: _, ...production } = { ...environment, ...PRODUCTION };
    expect((await runCli(production, 'logs:tail')).exitCode).toBe(2);
  });
});
