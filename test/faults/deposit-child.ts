import { Not } from 'typeorm';
import { ExpireOrders, QueryOrders } from '../../src/contexts/deposits/due-orders.js';
import { createApp } from '../../src/create-app.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { Config } from '../../src/platform/config/config.js';
import { DepositOrderRow } from '../../src/contexts/deposits/orders.store.js';
import { RowSeals } from '../../src/platform/crypto/row-seals.js';
import { Database } from '../../src/platform/database/database.js';

/** `expire`: every order that is pending has ended long ago; `query`: every order is due to be asked about. */
export type Order = 'expire' | 'query';

const app = await createApp({ config: Config.load(process.env) });
app.enableShutdownHooks();

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  void (order === 'expire' ? expire() : query()).then(
    () => process.send!('done'),
    () => process.send!('failed'),
  );
});

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
