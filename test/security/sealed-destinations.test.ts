import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayoutRecipients } from '../../src/contexts/banks/payout-provider.js';
import { Banks } from '../../src/contexts/banks/banks.js';
import { ResolvedAccounts } from '../../src/contexts/banks/account-names.js';
import { CreditPayment } from '../../src/contexts/deposits/credits.js';
import { ReversePayments } from '../../src/contexts/deposits/incoming-payments.js';
import { TypeormTariffs } from '../../src/contexts/tariffs/tariffs.store.js';
import { Endpoints, newSecret } from '../../src/contexts/webhooks/endpoints.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { newId } from '../../src/kernel/ids.js';
import { naira } from '../../src/kernel/money.js';
import { RowSeals } from '../../src/platform/crypto/row-seals.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { until } from '../support/until.js';

/** Somebody who can write SQL, and knows no key. */
describe.each(BACKENDS)('what says where money goes, changed by SQL on %s', (backend) => {
  let service: TestApp;
  let thief: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    thief = await service.register();
  });
  afterAll(() => service.close());

  const database = () => service.app.get(Database);
  const rows = <T = unknown>(sql: string, values: readonly (string | number)[] = []) => database().rows<T>(sql, values);
  const balanceOf = async (user: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;
  const reported = (table: string, id: string) =>
    until(async () => {
      const logs = await rows<{ description: string }>("SELECT description FROM system_log WHERE log_key LIKE 'row-seal:%'");
      return logs.some(({ description }) => description.includes(table) && description.includes(id));
    });

  describe('deposit order', () => {
    const order = async (user: TestUser) =>
      (await service.client.post('user_deposit_order_create', { as: user, body: { amount: 5_000 } })).body.DATA;
    const shown = async (user: TestUser, marker: string) =>
      (await service.client.get('user_deposit_order_fetch', { as: user, query: { rqtp: 'mk', rqvl: marker } })).body.DATA[0];
    /** @param reference our order, where the provider tells it */
    const pay = (accountNumber: string, providerReference: string, reference?: string) =>
      service.app.get(CreditPayment).execute('sandbox', {
        payments: [
          {
            transactionId: newId(),
            providerReference,
            amountKobo: naira(5_000),
            payer: { name: 'Chinua Obi', bank: '', account: '' },
            narration: '',
            sessionId: '',
            reference,
            accountNumber,
            receivedAt: Date.now(),
          },
        ],
      });

    it.each(['by its reference', 'by its account'])('of another user is not credited, %s', async (how) => {
      const user = await service.register();
      const { marker, accountNumber } = await order(user);
      await rows('UPDATE deposit_order SET user_id = ?, slot = NULL WHERE id = ?', [thief.userid, marker]);
      const reference = newId();
      await pay(accountNumber, reference, how === 'by its reference' ? marker : undefined);
      expect([await balanceOf(user), await balanceOf(thief)]).toEqual([0, 0]);
      expect(await rows('SELECT reason FROM deposit_payment WHERE provider_reference = ?', [reference])).toEqual([
        { reason: `deposit order ${marker} was changed in the database` },
      ]);
      await reported('deposit_order', marker);
    });

    it('of the account of another one is not credited', async () => {
      const [own, victim] = [await order(thief), await order(await service.register())];
      await rows('UPDATE deposit_order SET account_number = ? WHERE id = ?', [own.accountNumber, victim.marker]);
      await rows('UPDATE deposit_order SET account_number = ?, recorded = recorded + 1 WHERE id = ?', [
        victim.accountNumber,
        own.marker,
      ]);
      await pay(victim.accountNumber, newId());
      expect(await balanceOf(thief)).toBe(0);
    });

    it('of another account is shown without an account', async () => {
      const user = await service.register();
      const { marker, accountNumber } = await order(user);
      expect(await shown(user, marker)).toMatchObject({ ax_number: accountNumber });
      await rows("UPDATE deposit_order SET account_number = '9999999999' WHERE id = ?", [marker]);
      expect(await shown(user, marker)).toMatchObject({ ax_number: '', ax_name: '', ax_bank: '' });
    });

    it('is taken back from whom the ledger credited', async () => {
      const [user, victim] = [await service.register(), await service.register()];
      for (const each of [user, victim]) {
        const { marker, accountNumber } = await order(each);
        await pay(accountNumber, marker);
      }
      const [own] = await rows<{ id: string }>('SELECT id FROM deposit_order WHERE user_id = ?', [user.userid]);
      await rows('UPDATE deposit_order SET user_id = ? WHERE id = ?', [victim.userid, own!.id]);
      await service.app.get(ReversePayments).execute('sandbox', own!.id);
      expect([await balanceOf(user), await balanceOf(victim)]).toEqual([0, 5_000]);
    });
  });

  it('a code of a bank that was exchanged is not told to the provider', async () => {
    const directory = service.app.get(Banks, { strict: false });
    const forgotten = () => Object.assign(directory, { held: undefined });
    const [gtbank, zenith] = await Promise.all(['gtbank', 'zenith'].map((code) => directory.providerCode('sandbox', code)));
    await rows(
      "UPDATE bank_match SET bank_code = 'gtbank', matched_by = 'staff' WHERE provider = 'sandbox' AND provider_code = ?",
      [zenith!],
    );
    forgotten();
    expect(await directory.providerCode('sandbox', 'gtbank')).toBe(gtbank);
    expect(await directory.providerCode('sandbox', 'zenith')).toBeUndefined();
    await reported('bank_match', `sandbox/${zenith!}`);
    await rows(
      "UPDATE bank_match SET bank_code = 'zenith', matched_by = 'cbn' WHERE provider = 'sandbox' AND provider_code = ?",
      [zenith!],
    );
    forgotten();
    expect(await directory.providerCode('sandbox', 'zenith')).toBe(zenith);
  });

  it('a recipient of another account is made anew', async () => {
    const recipients = service.app.get(PayoutRecipients, { strict: false });
    const account = { bankCode: '058', account: '0123456789' };
    await recipients.keep('paystack', account, 'RCP_1');
    expect(await recipients.find('paystack', account)).toBe('RCP_1');
    await rows("UPDATE payout_recipient SET recipient = 'RCP_thief' WHERE recipient = 'RCP_1'");
    expect(await recipients.find('paystack', account)).toBeUndefined();
    expect(await recipients.accountOf('paystack', 'RCP_thief')).toBeUndefined();
    await recipients.keep('paystack', account, 'RCP_2');
    expect(await recipients.accountOf('paystack', 'RCP_2')).toEqual(account);
  });

  it('a name of an account is asked for again', async () => {
    const names = service.app.get(ResolvedAccounts, { strict: false });
    await names.keep(thief.userid, 'gtbank', '0123456789', 'ADA OBI');
    expect(await names.find(thief.userid, 'gtbank', '0123456789')).toMatchObject({ name: 'ADA OBI' });
    await rows("UPDATE resolved_account SET name = 'BAYO ADE' WHERE name = 'ADA OBI'");
    expect(await names.find(thief.userid, 'gtbank', '0123456789')).toBeUndefined();
  });

  it('a tariff that was added, or changed, is none', async () => {
    const seals = service.app.get(RowSeals);
    const read = async () =>
      (await new TypeormTariffs([], database(), seals, new SystemClock(), () => undefined).current()).tariffs.map(({ id }) => id);
    const terms = JSON.stringify({ bands: [] });
    await rows(
      `INSERT INTO tariff (id, kind, subject, name, from_ms, terms, recorded) VALUES ('forged', 'payout_fee', '', 'Fee', 0, ?, 1)`,
      [terms],
    );
    expect(await read()).toEqual([]);
    await reported('tariff', 'forged');
    await rows("DELETE FROM tariff WHERE id = 'forged'");
  });

  it('an endpoint of another address is off until staff give its address anew', async () => {
    const endpoints = service.app.get(Endpoints, { strict: false });
    const endpoint = {
      id: newId(),
      url: 'https://partner.example/hook',
      events: [],
      description: '',
      status: 'active',
      batch: 1,
      createdAt: 1,
    } as const;
    await endpoints.add(endpoint, newSecret());
    const isActive = async () => (await endpoints.active()).some(({ id }) => id === endpoint.id);
    expect(await isActive()).toBe(true);
    await rows("UPDATE webhook_endpoint SET url = 'https://thief.example/hook' WHERE id = ?", [endpoint.id]);
    expect([await isActive(), (await endpoints.find(endpoint.id))?.status]).toEqual([false, 'disabled']);
    await reported('webhook_endpoint', endpoint.id);
    await endpoints.save({ ...(await endpoints.find(endpoint.id))!, status: 'active' }, false);
    expect(await isActive()).toBe(false);
    await endpoints.save(endpoint);
    expect([await isActive(), (await endpoints.find(endpoint.id))?.url]).toEqual([true, endpoint.url]);
    await endpoints.remove(endpoint.id);
  });
});
