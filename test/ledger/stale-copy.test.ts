import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Ledger, Wallets } from '../../src/ledger/index.js';
import { createApp } from '../../src/create-app.js';
import { newId } from '../../src/kernel/ids.js';
import { Config } from '../../src/platform/config/config.js';
import { SQLITE_FILE } from '../../src/platform/config/data-folder.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { SqliteConnection } from '../../src/platform/database/sqlite-driver.js';
import { runCli } from '../cli/run-cli.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { movement, request } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';

const REFUSED = { failure: 'ledger.stale_copy', kind: 'unavailable' };

describe.each(BACKENDS)('an older copy of the database on %s', (backend) => {
  let place: TestBackend;
  let app: NestFastifyApplication | undefined;
  /** Databases beside that of `place`. */
  const copies: string[] = [];
  afterEach(async () => {
    await stop();
    const operator = backend === 'mysql' && (await mysql.createConnection(place.config.databaseUrl!));
    if (operator) {
      for (const copy of copies.splice(0)) await operator.query(`DROP DATABASE ${copy}`);
      await operator.end();
    }
    await place.remove();
  });

  async function stop(): Promise<void> {
    await app?.close();
    app = undefined;
  }

  async function start(environment: Readonly<Record<string, string>>): Promise<NestFastifyApplication> {
    await stop();
    app = await createApp({ config: Config.load({ ...environment, PORT: '0' }) });
    await app.listen(0, '127.0.0.1');
    return app;
  }

  /** Keeps the database as it is now. @returns restores it, and tells the environment that has it */
  async function backUp(): Promise<() => Promise<Record<string, string>>> {
    if (backend === 'sqlite') {
      const file = join(place.config.dataDir, SQLITE_FILE);
      const connection = new SqliteConnection(file);
      connection.exec(`VACUUM INTO '${file}.backup'`);
      connection.close();
      return () => {
        for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
        copyFileSync(`${file}.backup`, file);
        return Promise.resolve({ ...place.environment });
      };
    }
    const url = new URL(place.config.databaseUrl!);
    const name = url.pathname.slice(1);
    const copy = `${name}_copy`;
    copies.push(copy);
    const operator = await mysql.createConnection(url.href);
    await operator.query(`CREATE DATABASE ${copy} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    const [tables] = await operator.query({ sql: 'SHOW TABLES', rowsAsArray: true });
    for (const [table] of tables as [string][]) {
      await operator.query(`CREATE TABLE ${copy}.${table} LIKE ${name}.${table}`);
      await operator.query(`INSERT INTO ${copy}.${table} SELECT * FROM ${name}.${table}`);
    }
    await operator.end();
    url.pathname = `/${copy}`;
    return () => Promise.resolve({ ...place.environment, DATABASE_URL: url.href });
  }

  const gauge = async () => {
    const { text } = await app!.get(Metrics).exposition();
    return /^harmattan_ledger_stale_copy (\d)$/m.exec(text)?.[1];
  };
  const ready = async () => (await (await fetch(`${await app!.getUrl()}/readyz`)).json()) as Record<string, string>;

  it('takes no money until an operator has seen what is lost, and accepted it', async () => {
    place = makeBackend(backend);
    let service = await start(place.environment);
    const wallet = newId();
    await service.get(Wallets).open(wallet);
    const pay = (key: string) =>
      service.get(Ledger).commit(movement('system:suspense', wallet, 100, { idempotencyKey: request(key) }));
    await pay('before the backup');
    await stop();
    const restore = await backUp();

    service = await start(place.environment);
    expect(await gauge()).toBe('0');
    await pay('after the backup');
    await pay('long after the backup');
    await stop();

    const environment = await restore();
    service = await start(environment);
    await expect(pay('on the copy')).rejects.toMatchObject(REFUSED);
    await expect(pay('before the backup')).rejects.toMatchObject(REFUSED);
    expect(await service.get(Wallets).balanceOf(wallet)).toBe(100);
    expect(await ready()).toMatchObject({ database: 'ok', ledger: 'stale_copy' });
    expect(await gauge()).toBe('1');

    const seen = await runCli(environment, 'ledger:accept-loss', '--json');
    expect(seen.exitCode).toBe(1);
    const { lost, head, commands, accepted } = seen.json as {
      lost: { batchNo: number };
      head: { batchNo: number };
      commands: { key: string }[];
      accepted: boolean;
    };
    expect([lost.batchNo, head.batchNo, accepted]).toEqual([3, 1, false]);
    expect(commands.map(({ key }) => key)).toEqual(['after the backup', 'long after the backup']);
    await expect(pay('on the copy')).rejects.toMatchObject(REFUSED);

    const confirmed = await runCli(environment, 'ledger:accept-loss', '--yes');
    expect(confirmed.exitCode).toBe(0);
    expect(confirmed.stdout).toContain('after the backup');
    // The running process hears of it.
    await until(async () => (await ready())['ledger'] === undefined);
    expect(await gauge()).toBe('0');
    await pay('on the copy');
    expect(await service.get(Wallets).balanceOf(wallet)).toBe(200);

    service = await start(environment);
    await pay('and after that');
    expect(await ready()).not.toHaveProperty('ledger');
    expect((await runCli(environment, 'ledger:accept-loss')).stdout).toContain('Nothing is lost.');
  });
});
