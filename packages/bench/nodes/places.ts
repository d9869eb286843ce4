import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { Config } from '../../../src/platform/config/config.js';
import { openLedgerAt } from '../../../test/support/ledger-fixture.js';
import { LeaseRow } from '../../../src/platform/queue/lease.row.js';
import { ORDINARY_ROWS, OrdinaryWallet } from '../ordinary/ordinary.rows.js';

/** A database server that the processes share. */
export interface Server {
  readonly name: string;
  readonly url: string;
  /** Its processes on this machine. */
  readonly pids: readonly number[];
}

/** Books on a server, for the ledger and for the ordinary way. */
export interface Place {
  readonly environment: Readonly<Record<string, string>>;
  readonly wallets: readonly string[];
  remove(): Promise<void>;
}

/** A way to a server. */
export interface Route {
  readonly url: string;
  /** Median time of the shortest statement. */
  readonly roundTripMs: number;
  close(): void;
}

const WALLETS = 500;
const BALANCE_KOBO = 1_000_000_000;
const LOOKS = 101;

export const ordinaryEmail = (wallet: string) => `${wallet}@example.test`;

export async function makePlace(server: Server, redisUrl: string): Promise<Place> {
  const name = `harmattan_nodes_${randomBytes(4).toString('hex')}`;
  const onServer = async (sql: string) => {
    const connection = await mysql.createConnection(server.url);
    await connection.query(sql);
    await connection.end();
  };
  await onServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATABASE_URL: at(server.url, { pathname: `/${name}` }),
    REDIS_URL: redisUrl,
    REDIS_PREFIX: name,
    APP_KEY: randomBytes(32).toString('base64'),
  };
  const place = { backend: 'mysql', config: Config.load(environment), environment, remove: () => Promise.resolve() } as const;
  const books = await openLedgerAt(place, [LeaseRow]);
  const wallets = await Promise.all(Array.from({ length: WALLETS }, () => books.wallet(BALANCE_KOBO)));
  await books.close();
  await fillOrdinary(environment.DATABASE_URL, wallets);
  return { environment, wallets, remove: () => onServer(`DROP DATABASE ${name}`) };
}

/** @param delayMs that answers take longer; 0 is the way without a detour */
export async function routeTo({ url }: Server, delayMs: number): Promise<Route> {
  if (delayMs === 0) return { url, roundTripMs: await roundTrip(url), close: () => undefined };
  const { hostname, port } = new URL(url);
  const proxy = fork(fileURLToPath(new URL('./delay-proxy.js', import.meta.url)), [hostname, port || '3306', String(delayMs)]);
  const [listening] = (await once(proxy, 'message')) as [number];
  const delayed = at(url, { host: `127.0.0.1:${listening}` });
  return { url: delayed, roundTripMs: await roundTrip(delayed), close: () => proxy.disconnect() };
}

/** The same address elsewhere. */
export function at(url: string, parts: Partial<Pick<URL, 'host' | 'pathname'>>): string {
  return Object.assign(new URL(url), parts).href;
}

async function fillOrdinary(url: string, wallets: readonly string[]): Promise<void> {
  const dataSource = await new DataSource({ type: 'mysql', url, entities: ORDINARY_ROWS, synchronize: true }).initialize();
  await dataSource
    .getRepository(OrdinaryWallet)
    .insert(wallets.map((id) => ({ id, email: ordinaryEmail(id), balance: String(BALANCE_KOBO) })));
  await dataSource.destroy();
}

async function roundTrip(url: string): Promise<number> {
  const connection = await mysql.createConnection(url);
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const began = performance.now();
    await connection.query('DO 0');
    times.push(performance.now() - began);
  }
  await connection.end();
  return times.toSorted((one, other) => one - other)[LOOKS >> 1]!;
}
