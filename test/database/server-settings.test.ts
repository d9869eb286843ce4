import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingSettings } from '../../src/platform/database/server-settings.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { startApp } from '../support/app.js';
import { PRODUCTION } from '../support/production.js';

describe('settings of the database server', () => {
  let server: PrivateServer;
  let operator: mysql.Connection;
  beforeAll(async () => {
    server = await startPrivateDatabase({ durable: true });
    operator = await mysql.createConnection(server.url);
  });
  afterAll(async () => {
    await operator.end();
    await server.stop();
  });

  const missing = () =>
    missingSettings(async (sql) => (await operator.query(sql))[0] as { Variable_name: string; Value: string }[]);

  it('that are durable are not reported', async () => {
    expect(await missing()).toEqual([]);
  });

  it('that may lose acknowledged money movements are logged at start', async () => {
    await operator.query('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
    await operator.query('SET GLOBAL max_allowed_packet = 4194304');
    const lines: string[] = [];
    const service = await startApp(
      'mysql',
      {
        DATABASE_URL: `${server.url}/harmattan`,
        ...PRODUCTION,
        LOG_LEVEL: 'warn',
      },
      undefined,
      { write: (line) => lines.push(line) },
    );
    await service.close();
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^innodb_flush_log_at_trx_commit is not 1: a power cut loses/) as string,
        expect.stringMatching(/^max_allowed_packet is below 16 MB: /) as string,
      ]),
    );
  });

  it.each([
    [{ log_bin: 'ON', sync_binlog: '0' }, /^sync_binlog is not 1/],
    [{ innodb_doublewrite: 'OFF' }, /^innodb_doublewrite is off/],
    [{ read_only: 'ON' }, /^read_only is on/],
    [{ tidb_txn_mode: 'optimistic' }, /^tidb_txn_mode is not pessimistic/],
    [{ tidb_enable_check_constraint: 'OFF' }, /^tidb_enable_check_constraint is off/],
    [{ version: '10.6.23-MariaDB' }, /older than MariaDB 10.11/],
    [{ version: '8.4.6' }, /older than .* MySQL 9.7/],
  ])('%o is reported', async (variables, expected) => {
    const rows = Object.entries(variables).map(([name, value]) => ({ Variable_name: name, Value: value }));
    expect(await missingSettings(() => Promise.resolve(rows))).toEqual([expect.stringMatching(expected)]);
  });

  it.each(['10.11.14-MariaDB-0+deb12u2', '9.7.4-2', '8.0.11-TiDB-v8.5.6'])('%s is not too old', async (version) => {
    expect(await missingSettings(() => Promise.resolve([{ Variable_name: 'version', Value: version }]))).toEqual([]);
  });
});
