import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { provideServices, startPrivateDatabase, startPrivateRedis } from '../../packages/harness/servers/services.js';

describe('private servers', () => {
  let server: PrivateServer | undefined;

  afterEach(async () => {
    await server?.stop();
  });

  it('MariaDB keeps commits over a kill', async () => {
    server = await startPrivateDatabase({ durable: true });
    const { url, pid } = server;
    const before = await createConnection(url);
    before.on('error', () => undefined);
    await before.query('CREATE DATABASE kept');
    await before.query('CREATE TABLE kept.fact (amount INT)');
    await before.query('INSERT INTO kept.fact VALUES (7)');
    await server.kill();
    await expect(createConnection(url)).rejects.toThrow('ECONNREFUSED');

    await server.restart();
    expect(server.url).toBe(url);
    expect(server.pid).not.toBe(pid);
    const after = await createConnection(url);
    const [rows] = await after.query<RowDataPacket[]>('SELECT amount FROM kept.fact');
    await after.end();
    expect(rows).toEqual([{ amount: 7 }]);
  });

  it('Redis keeps writes over a kill', async () => {
    server = await startPrivateRedis({ durable: true });
    const before = new Redis(server.url, { retryStrategy: () => null });
    await before.set('kept', 'yes');
    before.disconnect();
    await server.restart();
    const after = new Redis(server.url, { retryStrategy: () => null });
    const kept = await after.get('kept');
    after.disconnect();
    expect(kept).toBe('yes');
  });
});

describe('configured services', () => {
  it('are refused by name when they do not answer', async () => {
    const nobody = { TEST_DATABASE_URL: 'mysql://root@127.0.0.1:1' };
    await expect(provideServices({ environment: nobody })).rejects.toThrow('TEST_DATABASE_URL is not usable');
  });

  it('are used as configured', async () => {
    const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
    const services = await provideServices({ environment: { TEST_DATABASE_URL, TEST_REDIS_URL } });
    expect(services.variables).toEqual({ TEST_DATABASE_URL, TEST_REDIS_URL });
    await services.stop();
  });
});
