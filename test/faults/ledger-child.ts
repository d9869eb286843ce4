/**
 * A process with only a ledger. It executes the payments of its parent from many concurrent callers and reports the answers;
 * it kills itself with SIGKILL at a given crash point.
 */
import { openLedgerAt, movement, request } from '../support/ledger-fixture.js';
import { startForwarding } from '../support/forwarding-fixture.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { Replayed } from '../../src/kernel/caller.js';
import { Failure } from '../../src/kernel/failure.js';
import { Config } from '../../src/platform/config/config.js';
import { type CrashPoint, watchMysql, watchSqlite } from './crash-points.js';

export interface Payment {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly amountKobo: number;
}

export interface Order {
  readonly payments: readonly Payment[];
  /** Hands its commands to the process that holds the writer's lease, or is that process. */
  readonly forwards?: boolean;
  /** Point to crash at (or to stop), and in which batch that reaches it. */
  readonly crash?: { readonly point: CrashPoint; readonly batch: number; readonly signal?: 'SIGKILL' | 'SIGSTOP' };
}

/** The answer to a payment; `journal` is absent for a refusal. */
export interface Acknowledged {
  readonly key: string;
  readonly outcome: 'committed' | 'refused' | 'replayed';
  readonly journal?: string | undefined;
}

const CALLERS = 40;

process.on('message', (order: Order) => {
  void obey(order).then(() => process.disconnect());
});
process.send!('ready');

async function obey({ payments, crash, forwards }: Order): Promise<void> {
  const config = Config.load(process.env);
  if (crash) {
    let passed = 0;
    const strike = (point: CrashPoint) => {
      if (point === crash.point && ++passed === crash.batch) process.kill(process.pid, crash.signal ?? 'SIGKILL');
    };
    if (config.embedded) watchSqlite(strike);
    else watchMysql((point) => Promise.resolve(strike(point)));
  }
  const books = await openLedgerAt(
    {
      backend: config.embedded ? 'sqlite' : 'mysql',
      config,
      environment: {},
      remove: () => Promise.resolve(),
    },
    [LeaseRow],
  );
  const forwarding = forwards ? await startForwarding(books) : undefined;
  const ledger = forwarding?.forwarding.ledger ?? books.ledger;
  const waiting = [...payments];
  const told: Promise<void>[] = [];
  const pay = async () => {
    for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
      const { key, from, to, amountKobo } = payment;
      const command = movement(from, to, amountKobo, { idempotencyKey: request(key) });
      const answered = await ledger.commit(command).then(
        (result) => (result instanceof Replayed ? ['replayed', result.record.response] : ['committed', command.response]),
        (error: unknown) => {
          if (error instanceof Failure && error.failure === 'ledger.insufficient_funds') return ['refused', {}];
          throw error;
        },
      );
      const [outcome, answer] = answered as [Acknowledged['outcome'], { journal?: string }];
      told.push(tell({ key, outcome, journal: answer.journal }));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, pay));
  await forwarding?.close();
  await books.close();
  // The channel drops what is not sent yet.
  await Promise.all(told);
}

function tell(answer: Acknowledged): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(answer, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
