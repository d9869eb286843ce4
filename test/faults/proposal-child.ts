/**
 * The whole service as a process that kills itself when decisions on proposals reach the place that its parent names for the given
 * time. Its sandbox never decides, and the second factor of staff is not asked for.
 */
import { PurchaseSettings } from '../../src/contexts/purchases/purchases.js';
import { SandboxTimes } from '../../src/contexts/billers/adapters/sandbox/scenario.js';
import { SecondFactors } from '../../src/contexts/staff/members/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { createApp } from '../../src/create-app.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { Config } from '../../src/platform/config/config.js';
import type { TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { beginStaffSession } from '../support/staff.js';
import { watchMysql, watchSqlite, type CrashPoint } from './crash-points.js';

/** `request`: a decision is about to be committed; `commit`: its rows are written; `answer`: they are committed, not answered. */
export type Place = 'request' | 'commit' | 'answer';

/** From the parent; each is answered. */
export type Order =
  | { readonly kind: 'hire'; readonly user: TestUser; readonly grants: readonly string[] }
  | { readonly kind: 'pay in'; readonly userId: string; readonly amountKobo: number }
  /** Commits from now on are decisions. */
  | { readonly kind: 'arm'; readonly at: Place; readonly time: number };

const PLACES: Partial<Record<CrashPoint, Place>> = { 'before commit': 'commit', 'after commit': 'answer' };
let death: { readonly at: Place; readonly time: number } | undefined;
let visits = 0;

function visit(here: Place | undefined): void {
  if (death && here === death.at && ++visits === death.time) process.kill(process.pid, 'SIGKILL');
}

const config = Config.load(process.env);
if (config.embedded) watchSqlite((point) => visit(PLACES[point]));
else watchMysql((point) => Promise.resolve(visit(PLACES[point])));

const app = await createApp({ config });
app.enableShutdownHooks();
Object.assign(app.get(PurchaseSettings), { answerWithinMs: 50 });
Object.assign(app.get(SandboxTimes), { decidesAfterMs: DAY_MS, submitTimeoutMs: 50 });
app.get(SecondFactors, { strict: false }).checkOwn = () => Promise.resolve();

const ledger = app.get(Ledger);
const commit = ledger.commit.bind(ledger);
ledger.commit = (command) => {
  visit('request');
  return commit(command);
};

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send!(answer));
});

async function obey(order: Order): Promise<object> {
  if (order.kind === 'hire') return beginStaffSession(app, order.user, ...order.grants);
  if (order.kind === 'pay in') await commit(movement(SUSPENSE_ACCOUNT, order.userId, order.amountKobo));
  else death = order;
  return {};
}

await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
