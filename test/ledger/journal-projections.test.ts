import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditPayment } from '../../src/contexts/deposits/credits.js';
import type { ProviderPayment } from '../../src/contexts/deposits/deposit-provider.js';
import { ReversePayments } from '../../src/contexts/deposits/incoming-payments.js';
import { SettleSuspense } from '../../src/contexts/deposits/suspense.js';
import { Ledger, VerifyLedger } from '../../src/ledger/index.js';
import { newId } from '../../src/kernel/ids.js';
import { naira } from '../../src/kernel/money.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { request } from '../support/ledger-fixture.js';

type Row = Readonly<Record<string, string | number | null>>;

const CHANGES: readonly (readonly [table: string, which: string, change: string, columns: RegExp])[] = [
  ['transfer', '', 'amount_kobo = amount_kobo + 1', /amount_kobo/],
  ['transfer', '', `charges = '[{"kind":"transfer_fee","amountKobo":1}]'`, /charges/],
  ['transfer', '', `charges = '[{"kind":"stamp_duty","amountKobo":1}]'`, /charges/],
  ['transfer', '', `charges = '[{"kind":"vat","amountKobo":1}]'`, /charges/],
  ['transfer', '', "charges = 'none'", /^charges$/],
  ['transfer', '', "receiver_id = 'somebody'", /receiver_id/],
  ['transfer', '', "sender_id = 'somebody'", /sender_id/],
  ['transfer', '', "status = 'failed'", /^status$/],
  ['transfer', '', 'recorded = recorded + 1', /recorded/],
  ['transfer', '', "id = 'another'", /recorded/],
  ['deposit_order', "status = 'completed'", 'received_kobo = received_kobo + 1', /received_kobo/],
  ['deposit_order', "status = 'completed'", "user_id = 'somebody'", /order_id/],
  ['deposit_order', "status = 'completed'", "status = 'pending'", /status/],
  ['deposit_order', "status = 'completed'", "status = 'reversed'", /status/],
  ['deposit_order', "status = 'reversed'", "status = 'completed'", /status/],
  ['deposit_order', "status = 'pending'", "status = 'completed'", /status/],
  ['deposit_order', "status = 'pending'", 'received_kobo = 500', /received_kobo/],
  ['deposit_order', "status = 'completed'", "provider = 'another'", /provider/],
  ['deposit_payment', "order_id <> ''", 'amount_kobo = amount_kobo + 1', /amount_kobo/],
  ['deposit_payment', "order_id <> ''", "order_id = 'another'", /order_id/],
  ['deposit_payment', "order_id <> ''", "order_id = ''", /order_id/],
  ['deposit_payment', "order_id <> ''", "provider = 'another'", /provider/],
  ['deposit_payment', "order_id <> ''", "transaction_id = 'another'", /transaction_id/],
  ['deposit_payment', "provider_reference <> ''", "provider_reference = 'another'", /provider_reference/],
  ['deposit_payment', "provider_reference <> ''", "provider_reference = ''", /provider_reference/],
  ['deposit_payment', "reversal_id <> ''", "reversal_id = ''", /status/],
  ['deposit_payment', "reversal_id <> ''", "debt = 'owed'", /debt/],
  ['deposit_payment', "reversal_id <> ''", "debt_id = 'another'", /debt_id/],
  ['deposit_payment', "reversal_id = '' AND order_id <> ''", "reversal_id = 'another'", /reversal_id/],
  ['deposit_payment', "settlement = 'assigned'", "assigned_to = 'somebody'", /assigned_to/],
  ['deposit_payment', "settlement = 'assigned'", "settlement = 'returned'", /settlement/],
  ['deposit_payment', "order_id = '' AND settlement = ''", 'amount_kobo = amount_kobo + 1', /amount_kobo/],
  ['deposit_payment', "order_id = '' AND settlement = ''", "settlement = 'assigned'", /settlement/],
];

describe.each(BACKENDS)('rows that repeat journals on %s', (backend) => {
  let service: TestApp;
  let user: TestUser;
  let payments = 0;

  beforeAll(async () => {
    service = await startApp(backend);
    user = await service.register();
    const receiver = await service.register();
    const [paid, reversed] = [await order(), await order(), await order()];
    await credit(paid, 3_000);
    await credit(paid, 2_000);
    await credit(reversed, 1_000, 'taken back');
    await service.app.get(ReversePayments).execute('sandbox', 'taken back');
    for (let count = 0; count < 2; count++) await credit(undefined, 700);
    const [open] = await rows<{ id: string }>("SELECT id FROM deposit_payment WHERE order_id = ''");
    const change = await service.app.get(SettleSuspense).assign(open!.id, user.userid, newId());
    await service.app.get(Ledger).commit({ idempotencyKey: request(), response: null, ...change! });
    const body = { email: receiver.email, amount: 1_500, messge: 'Rent' };
    await service.client.post('user_transfer_create', { as: user, body });
  });
  afterAll(() => service.close());

  const rows = <T = Row>(sql: string, values: (string | number | null)[] = []) =>
    service.app.get(Database).rowsOnce<T>(sql, values);
  const verify = (sinceCheckpoint = false) => service.app.get(VerifyLedger, { strict: false }).execute({ sinceCheckpoint });

  async function order(): Promise<string> {
    const { body } = await service.client.post('user_deposit_order_create', { as: user, body: { amount: 5_000 } });
    return body.DATA.marker as string;
  }

  function credit(reference: string | undefined, amount: number, providerReference = '', number = ++payments): Promise<void> {
    const payment: ProviderPayment = {
      transactionId: `payment-${number}`,
      providerReference,
      amountKobo: naira(amount),
      payer: { name: 'Chinua Obi', bank: '058', account: '******4321' },
      narration: '',
      sessionId: '',
      reference,
      accountNumber: '',
      receivedAt: undefined,
    };
    return service.app.get(CreditPayment).execute('sandbox', { payments: [payment] });
  }

  it('are right after payments, a reversal, an assignment and a transfer', async () => {
    expect(await rows('SELECT id FROM deposit_payment')).toHaveLength(5);
    expect(await rows('SELECT id FROM transfer')).toHaveLength(1);
    expect(await verify()).toMatchObject({ ok: true, faults: [] });
  });

  it('of payments keep what names them, so that none is credited again', async () => {
    const [payment] = await rows("SELECT * FROM deposit_payment WHERE order_id <> ''");
    const { id, transaction_id: transaction, amount_kobo: amountKobo } = payment!;
    const balance = () => rows('SELECT balance_kobo FROM ledger_account WHERE id = ?', [user.userid]);
    const before = await balance();
    const renamed = ["transaction_id = 'another'", "provider_reference = 'another'", "provider = 'another'", 'amount_kobo = 1'];
    for (const change of renamed)
      await expect(rows(`UPDATE deposit_payment SET ${change} WHERE id = ?`, [id!])).rejects.toThrow('append-only');
    await expect(rows('DELETE FROM deposit_payment WHERE id = ?', [id!])).rejects.toThrow('append-only');
    await expect(rows("UPDATE money_request SET request_key = 'another' WHERE journal_id = ?", [id!])).rejects.toThrow(
      'append-only',
    );
    const number = Number(/\d+$/.exec(String(transaction))![0]);
    await credit(String(payment!['order_id']), Number(amountKobo) / 100, '', number);
    expect(await balance()).toEqual(before);
    for (const event of ['update', 'delete']) await rows(`DROP TRIGGER deposit_payment_no_${event}`);
  });

  it.each(CHANGES)('are found altered by the recent verification: %s where %s, %s', async (table, which, change, columns) => {
    const [row] = await rows(`SELECT * FROM ${table} ${which && `WHERE ${which}`} ORDER BY id LIMIT 1`);
    await rows(`UPDATE ${table} SET ${change} WHERE id = ?`, [row!['id']!]);
    const verdict = await verify(true);
    await rows(`DELETE FROM ${table} WHERE id = ?`, [/^id = '(.*)'$/.exec(change)?.[1] ?? row!['id']!]);
    const names = Object.keys(row!);
    await rows(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`, Object.values(row!));
    expect(verdict.ok).toBe(false);
    expect(verdict.faults.some(({ column }) => columns.test(column))).toBe(true);
    expect(verdict.faults.every((fault) => ['transfer', 'deposit_order', 'deposit_payment'].includes(fault.table))).toBe(true);
    expect(await verify()).toMatchObject({ ok: true });
  });
});
