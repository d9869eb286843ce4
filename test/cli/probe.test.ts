import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TransfersConsumer } from '../../src/contexts/transfers/transfers.consumer.js';
import { Ledger } from '../../src/ledger/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { runCli } from './run-cli.js';

const PASSWORD = 'Harmattan-Wind-26';
const NAMES = ['ada', 'bayo'] as const;

let service: TestApp;
let home: string;
let textfile: string;
let environment: Record<string, string>;

const profileOf = (name: string) => join(home, `harmattan/profiles/${name}.json`);
const probe = (...more: string[]) =>
  runCli(environment, 'probe', '--profile', 'ada', '--partner', 'bayo', '--textfile', textfile, '--json', ...more);
const balances = () =>
  Promise.all(
    NAMES.map(async (name) =>
      Number((await runCli(environment, 'call', 'user_wallet_get_info', '--profile', name)).json.DATA.balance),
    ),
  );

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'harmattan-probe-'));
  textfile = join(home, 'probe.prom');
  service = await startApp('sqlite');
  environment = { XDG_CONFIG_HOME: home, HARMATTAN_URL: service.client.baseUrl, HARMATTAN_PASSWORD: PASSWORD };
  for (const name of NAMES)
    await runCli(environment, 'register', `${name}@example.com`, '--first-name', name, '--last-name', 'Obi', '--profile', name);
  const { userid } = JSON.parse(readFileSync(profileOf('ada'), 'utf8')) as { userid: string };
  await service.app.get(Ledger).commit(movement('system:suspense', userid, 12_000));
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true });
});

describe('probe', () => {
  it('pays from the account that has more, until its receiver has the notice, and writes metrics of it', async () => {
    const { exitCode, json, stderr } = await probe();
    expect([stderr, exitCode, Object.keys(json.seconds)]).toEqual(['', 0, ['read', 'transfer', 'settled']]);
    expect(await balances()).toEqual([70, 50]);
    const metrics = readFileSync(textfile, 'utf8');
    expect(metrics).toContain('\nharmattan_payment_probe_success 1\n');
    expect(metrics).toMatch(/\nharmattan_payment_probe_seconds\{step="settled"\} 0\.\d+\n/);
    const [, at] = /\nharmattan_payment_probe_timestamp_seconds (\d+)\n/.exec(metrics)!;
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('pays back in its turn, so that the money lasts', async () => {
    await probe();
    await probe();
    expect(await balances()).toEqual([70, 50]);
  });

  it('begins a session anew that is about to end', async () => {
    const profile = JSON.parse(readFileSync(profileOf('bayo'), 'utf8')) as { expires: number };
    writeFileSync(profileOf('bayo'), JSON.stringify({ ...profile, expires: Math.floor(Date.now() / 1000) + 60 }));
    expect((await probe()).exitCode).toBe(0);
    expect((JSON.parse(readFileSync(profileOf('bayo'), 'utf8')) as { expires: number }).expires).toBeGreaterThanOrEqual(
      profile.expires,
    );
  });

  /** What is printed, and what the metrics say. */
  async function failure(...more: string[]): Promise<[exitCode: number, printed: string, success: string | undefined]> {
    const { exitCode, stderr } = await probe(...more);
    return [exitCode, stderr, /^harmattan_payment_probe_success (\d)$/m.exec(readFileSync(textfile, 'utf8'))?.[1]];
  }

  it('fails where nothing answers, and says so in the metrics', async () => {
    const message = 'The probe failed: No service answers at http://127.0.0.1:2';
    expect(await failure('--url', 'http://127.0.0.1:2')).toEqual([1, expect.stringContaining(message), '0']);
  });

  it('fails where the notice does not come, and says so in the metrics', async () => {
    const consuming = vi.spyOn(service.app.get(TransfersConsumer, { strict: false }), 'view').mockResolvedValue({});
    const message = 'The probe failed: the receiver has no notice of it after 0.3 seconds.';
    expect(await failure('--within', '0.3')).toEqual([1, expect.stringContaining(message), '0']);
    consuming.mockRestore();
  });

  it('says which profile is missing', async () => {
    const { exitCode, stderr } = await runCli(environment, 'probe', '--profile', 'ada', '--partner', 'chi');
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('There is no profile chi: harmattan login --profile chi first.'),
    ]);
  });
});
