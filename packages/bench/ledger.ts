import { cpuUsage } from 'node:process';
import type { Backend } from '../../test/support/backend.js';
import { movement, openLedger } from '../../test/support/ledger-fixture.js';
import { cpuSeconds, databasePid } from './cpu.js';
import type { Row } from './report.js';

const WALLETS = 2_000;

/** The ledger alone, in this process: closed loops of transfers between random wallets, and all to one. */
export async function measureLedger(backend: Backend, durationMs: number, concurrencies: readonly number[]): Promise<Row[]> {
  const books = await openLedger(backend);
  try {
    const wallets = await Promise.all(Array.from({ length: WALLETS }, () => books.wallet(1_000_000_000)));
    const random = () => wallets[Math.floor(Math.random() * WALLETS)]!;
    const rows: Row[] = [];
    for (const [name, receiver] of [
      ['ledger alone, uniform', random],
      ['ledger alone, hot receiver', () => wallets[0]!],
    ] as const) {
      for (const connections of concurrencies) {
        rows.push(
          await measureOne(backend, name, connections, durationMs, async () => {
            const to = receiver();
            let from = random();
            while (from === to) from = random();
            await books.ledger.commit(movement(from, to, 100));
          }),
        );
      }
    }
    return rows;
  } finally {
    await books.close();
  }
}

async function measureOne(
  backend: Backend,
  name: string,
  connections: number,
  durationMs: number,
  work: () => Promise<void>,
): Promise<Row> {
  const latencies: number[] = [];
  const database = backend === 'mysql' ? databasePid() : undefined;
  const before = { own: cpuUsage(), database: database ? cpuSeconds(database) : 0 };
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - begun < durationMs) {
        const sent = performance.now();
        await work();
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const own = cpuUsage(before.own);
  latencies.sort((one, other) => one - other);
  return {
    backend,
    name,
    connections,
    perSecond: latencies.length / seconds,
    p50Ms: latencies[latencies.length >> 1] ?? 0,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    p999Ms: latencies[Math.floor(latencies.length * 0.999)] ?? 0,
    serviceCpuUs: (own.user + own.system) / latencies.length,
    shareAhead: undefined,
    databaseCpuUs: database ? ((cpuSeconds(database) - before.database) / latencies.length) * 1e6 : 0,
    bad: 0,
    refused: 0,
  };
}
