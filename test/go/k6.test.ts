import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideGoProgram } from '../../packages/harness/servers/go-programs.js';
import { naira } from '../../src/kernel/money.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { verify } from '../ledger/verify.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { movement } from '../support/ledger-fixture.js';

const TRANSFERS = 1_000;
const CONNECTIONS = 16;
const OPENING = 100_000;

interface Summary {
  readonly metrics: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

describe.each(BACKENDS)('signed transfers by k6 on %s', (backend) => {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-k6-'));
  let program: string;
  let service: TestApp;
  const users: TestUser[] = [];
  beforeAll(async () => {
    program = provideGoProgram('k6');
    service = await startApp(backend, { RATE_LIMIT_SCALE: '0' });
    for (let count = 0; count < CONNECTIONS; count++) {
      const user = await service.register();
      users.push(user);
      await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(OPENING)));
    }
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  it('are all answered, and move what they say', async () => {
    const [accounts, summary] = [join(folder, 'accounts.json'), join(folder, 'summary.json')];
    writeFileSync(accounts, JSON.stringify(users.map(({ email, pbcKey, secret }) => ({ email, pbcKey, secret }))));
    const variables = { SERVICE: service.client.baseUrl, ACCOUNTS: accounts, USERS: CONNECTIONS, ITERATIONS: TRANSFERS };
    const settings = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const script = join(import.meta.dirname, 'k6/transfers.js');
    const args = ['run', '--quiet', '--no-usage-report', '--summary-export', summary, ...settings, script];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors] = [text(child.stdout), text(child.stderr)];
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, await errors], await output).toEqual([0, '']);
    const { metrics } = JSON.parse(readFileSync(summary, 'utf8')) as Summary;
    expect(metrics['iterations']).toMatchObject({ count: TRANSFERS });
    expect(metrics['checks']).toMatchObject({ passes: TRANSFERS, fails: 0 });
    const balances = await Promise.all(
      users.map(async (as) => (await service.client.get('user_wallet_get_info', { as })).body.DATA.balance as number),
    );
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(CONNECTIONS * OPENING);
    expect(await verify(service.config)).toMatchObject({ ok: true });
  });
});
