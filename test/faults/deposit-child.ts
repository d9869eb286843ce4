import { Not } from 'typeorm';
import { DepositProviders } from '../../src/contexts/deposits/deposit-provider.js';
import { ExpireOrders, QueryOrders } from '../../src/contexts/deposits/due-orders.js';
import { ReceivedWebhooks } from '../../src/contexts/webhooks/webhooks.js';
import { createApp } from '../../src/create-app.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { Config } from '../../src/platform/config/config.js';
import { DepositOrderRow } from '../../src/contexts/deposits/orders.store.js';
import { RowSeals } from '../../src/platform/crypto/row-seals.js';
import { Database } from '../../src/platform/database/database.js';
import { watchMysql, watchSqlite } from './crash-points.js';

/**
 * Where the process kills itself: the provider has told of a payment; the payment is committed, and nobody here knows; it is known,
 * and its webhook has no row; the row is committed, and the provider is not answered.
 */
export type Death = 'told' | 'committed' | 'credited' | 'kept';
/** `expire`: every order that is pending has ended long ago; `query`: every order is due to be asked about. */
export type Order = 'expire' | 'query' | { readonly dieAt: Death };

let dieAt: Death | undefined;
let isTold = false;

function visit(here: Death): void {
  isTold ||= here === 'told';
  if (isTold && here === dieAt) process.kill(process.pid, 'SIGKILL');
}

const config = Config.load(process.env);
if (config.embedded) watchSqlite((point) => (point === 'after commit' ? visit('committed') : undefined));
else watchMysql((point) => Promise.resolve(point === 'after commit' ? visit('committed') : undefined));
const app = await createApp({ config });
app.enableShutdownHooks();

for (const provider of app.get(DepositProviders, { strict: false }).all()) {
  const payments = provider.payments.bind(provider);
  provider.payments = async (question) => {
    const answer = await payments(question);
    if (answer.outcome === 'known') visit('told');
    return answer;
  };
}
const received = app.get(ReceivedWebhooks, { strict: false });
const keep = received.keep.bind(received);
received.keep = async (...given) => {
  visit('credited');
  await keep(...given);
  visit('kept');
};

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  void follow(order).then(
    () => process.send!('done'),
    () => process.send!('failed'),
  );
});

async function follow(order: Order): Promise<void> {
  if (order === 'expire') await expire();
  else if (order === 'query') await query();
  else dieAt = order.dieAt;
}

async function expire(): Promise<void> {
  const open = { status: 'pending', accountNumber: Not('') } as const;
  for (const { id } of await app.get(Database).repository(DepositOrderRow).findBy(open))
    await app.get(RowSeals).update(DepositOrderRow, { id }, { expiresAt: Date.now() - DAY_MS });
  await app.get(ExpireOrders).execute();
}

async function query(): Promise<void> {
  await app.get(Database).rows('UPDATE deposit_order SET next_query_at = 1');
  await app.get(QueryOrders).execute();
}

await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
