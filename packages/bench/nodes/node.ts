import 'reflect-metadata';
import { cpuUsage } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { newId } from '../../../src/kernel/ids.js';
import { Config } from '../../../src/platform/config/config.js';
import { LeaseRow } from '../../../src/platform/queue/lease.row.js';
import { startForwarding } from '../../../test/support/forwarding-fixture.js';
import { movement, openLedgerAt } from '../../../test/support/ledger-fixture.js';
import { ORDINARY_ROWS } from '../ordinary/ordinary.rows.js';
import { ordinaryEmail } from './places.js';
import { OrdinaryTransfers } from '../ordinary/ordinary.service.js';

/** Who commits a transfer: one process for all, each process by itself, or a transaction of its own. */
export type Way = 'one writer' | 'in turns' | 'ordinary way';
export type Load = 'uniform' | 'one receiver';

export interface Task {
  readonly way: Way;
  readonly load: Load;
  readonly wallets: readonly string[];
  readonly callers: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
}

export interface Result {
  /** Transfers that were committed within the measured time. */
  readonly transfers: number;
  /** This process's, within the measured time. */
  readonly cpuSeconds: number;
  readonly latenciesMs: readonly number[];
}

type Pay = (from: string, to: string) => Promise<unknown>;

interface Payer {
  readonly pay: Pay;
  close(): Promise<void>;
}

// One process of `npm run bench -- nodes`: told its task, it says that it is ready; told to go, it pays and tells its result.
process.once('message', (task: Task) => void obey(task));

async function obey(task: Task): Promise<void> {
  const payer = await (task.way === 'ordinary way' ? openOrdinary() : openBooks(task.way));
  process.send!('ready');
  await new Promise((resolve) => process.once('message', resolve));
  const result = await payUntil(task, payer.pay);
  await new Promise((sent) => process.send!(result, sent));
  await payer.close();
  process.disconnect();
}

async function payUntil({ load, wallets, callers, warmUpMs, durationMs }: Task, pay: Pay): Promise<Result> {
  const latenciesMs: number[] = [];
  const random = () => wallets[Math.floor(Math.random() * wallets.length)]!;
  const [from, until] = [performance.now() + warmUpMs, performance.now() + warmUpMs + durationMs];
  const call = async () => {
    while (performance.now() < until) {
      const to = load === 'uniform' ? random() : wallets[0]!;
      const sender = random();
      if (sender === to) continue;
      const sent = performance.now();
      await pay(sender, to);
      const answered = performance.now();
      if (answered >= from && answered < until) latenciesMs.push(answered - sent);
    }
  };
  const calls = Promise.all(Array.from({ length: callers }, call));
  await sleep(warmUpMs);
  const begun = cpuUsage();
  await sleep(durationMs);
  const { user, system } = cpuUsage(begun);
  await calls;
  return { transfers: latenciesMs.length, cpuSeconds: (user + system) / 1e6, latenciesMs };
}

async function openBooks(way: Way): Promise<Payer> {
  const place = { backend: 'mysql', config: Config.load(process.env), environment: {}, remove: () => Promise.resolve() } as const;
  const books = await openLedgerAt(place, [LeaseRow]);
  const forwarding = way === 'one writer' ? await startForwarding(books) : undefined;
  const ledger = forwarding?.forwarding.ledger ?? books.ledger;
  return {
    pay: (from, to) => ledger.commit(movement(from, to, 100)),
    async close() {
      await forwarding?.close();
      await books.close();
    },
  };
}

async function openOrdinary(): Promise<Payer> {
  const dataSource = await new DataSource({
    type: 'mysql',
    url: process.env['DATABASE_URL']!,
    entities: ORDINARY_ROWS,
    poolSize: 10,
  }).initialize();
  const transfers = new OrdinaryTransfers(dataSource);
  return {
    pay: (from, to) => transfers.create(from, ordinaryEmail(to), 100, newId()),
    close: () => dataSource.destroy(),
  };
}
