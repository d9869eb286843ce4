import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopProcess } from '../../packages/harness/servers/stop-process.js';
import { History, Ledger } from '../../src/ledger/index.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { Replication } from '../support/replication.js';

const NAME = 'harmattan_replicated';
const PAYMENTS = 20;

interface Entry {
  readonly recorded: string;
}

describe('reads from a replica', () => {
  let servers: Replication;
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  let paid = 0;
  beforeAll(async () => {
    servers = await Replication.start();
    service = await startApp('mysql', {
      DATABASE_URL: `${servers.primary.url}/${NAME}`,
      DATABASE_REPLICA_URLS: `${servers.replica.url}/${NAME}`,
    });
    [ada, obi] = [await service.register(), await service.register()];
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 1_000_000));
    await servers.caughtUp();
  });
  afterAll(async () => {
    await service.close();
    await servers.stop();
  });

  /** Pays, and at once reads the whole history and the balance. */
  async function payAndLook(payments: number): Promise<void> {
    for (let count = 0; count < payments; count++) {
      const body = { email: obi.email, amount: 100 };
      expect((await service.client.post('user_transfer_create', { as: ada, body })).status).toBe(200);
      paid++;
    }
    expect(await history()).toHaveLength(paid + 1);
    expect((await service.client.get('user_wallet_get_info', { as: ada })).body.DATA.balance).toBe(10_000 - paid * 100);
    const balance = await service.app.get(History, { strict: false }).balanceAt(ada.userid, Date.now() + 1_000);
    expect(balance).toBe(1_000_000 - paid * 10_000);
  }

  async function history(): Promise<Entry[]> {
    const seen: Entry[] = [];
    for (;;) {
      const page = seen.at(-1)?.recorded;
      const query = { rqtp: 'all', ...(page === undefined ? {} : { page }) };
      const { status, body } = await service.client.get('user_wallet_history', { as: ada, query });
      if (status === 404) return seen;
      seen.push(...(body.DATA as Entry[]));
    }
  }

  async function postingsAtReplica(): Promise<number> {
    const connection = await createConnection(`${servers.replica.url}/${NAME}`);
    const sql = 'SELECT COUNT(*) AS postings FROM posting WHERE account_id = ?';
    const [rows] = await connection.query<RowDataPacket[]>(sql, [ada.userid]);
    await connection.end();
    return rows[0]!['postings'] as number;
  }

  const serverAsked = async () => {
    const [row] = await service.app.get(Database).immutableRows<{ id: number }>('SELECT @@server_id AS id');
    return row!.id === 1 ? 'primary' : 'replica';
  };

  it('show a user every payment just made and the balance, on every page, while the replica applies nothing', async () => {
    await servers.hold();
    await payAndLook(PAYMENTS);
    expect(await postingsAtReplica()).toBe(1);
    await servers.apply();
    await servers.caughtUp();
    expect(await postingsAtReplica()).toBe(PAYMENTS + 1);
    expect(await history()).toHaveLength(PAYMENTS + 1);
  });

  it('do so while the replica is a minute behind', async () => {
    await servers.delay(60);
    await payAndLook(2);
    expect(await postingsAtReplica()).toBe(PAYMENTS + 1);
    await servers.delay(0);
    await servers.caughtUp();
  });

  it('are none in a unit of work, which sees its own changes', async () => {
    expect(await serverAsked()).toBe('replica');
    expect(await service.app.get(Database).transaction(serverAsked)).toBe('primary');
  });

  it('go to the primary while the replica hangs, and wait for it once in a while only', async () => {
    await stopProcess(servers.replica.pid!);
    // The replica goes on only afterwards.
    expect(await serverAsked()).toBe('primary');
    await payAndLook(1);
    process.kill(servers.replica.pid!, 'SIGCONT');
    await expect.poll(serverAsked).toBe('replica');
  });

  it('go to the primary while the replica is away, and back to it', async () => {
    await servers.replica.kill();
    expect(await serverAsked()).toBe('primary');
    await payAndLook(1);
    await servers.replica.restart();
    await expect.poll(serverAsked).toBe('replica');
  });
});
