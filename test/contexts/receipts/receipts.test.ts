import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnchorLedger } from '../../../src/ledger/chain/application/anchor-ledger.js';
import { Ledger } from '../../../src/ledger/index.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';
import { ELECTRICITY } from '../purchases/support.js';
import { expectShape } from '../../contract/support/shapes.js';
import { type Keys, pageScript, type Receipt } from './support.js';
import { HttpEnvironment } from '../../../src/platform/http/http.settings.js';

const { verify: verifyReceipt, parse: parseReceipt } = pageScript();

describe.each(ONE_BACKEND)('receipts on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  let eve: TestUser;
  let keys: Keys;
  /** Transfers of one batch, as far as the ledger took them together. */
  let transfers: readonly string[];
  let purchase: string;

  const receipt = (action: string, as: TestUser, trid: string, format?: string) =>
    service.client.get(action, { as, query: { trid, ...(format ? { format } : {}) } });
  const ofTransfer = async (trid: string, as = ada) => (await receipt('user_transfer_receipt', as, trid)).body.DATA as Receipt;
  const ofPurchase = async () => (await receipt('service_receipt_fetch', ada, purchase)).body.DATA as Receipt;

  beforeAll(async () => {
    service = await startApp(backend);
    [ada, obi, eve] = [await service.register({ fsnm: 'Adé', lsnm: 'Ọbí' }), await service.register(), await service.register()];
    await provider(service, Ledger).commit(movement('system:suspense', ada.userid, 10_000_000));
    const send = async (amount: number) => {
      const body = { email: obi.email, amount, messge: 'Ẹ ṣé ₦' };
      return (await service.client.post('user_transfer_create', { as: ada, body })).body.DATA.transact as string;
    };
    transfers = await Promise.all(Array.from({ length: 24 }, (_, index) => send(1_000.25 + index)));
    const catalogue = () => service.client.get('service_biller_fetch', { as: ada, query: { rqtp: 'all' } });
    await until(async () => (await catalogue()).status === 200);
    const bought = await service.client.post('service_bill_payment', { as: ada, body: ELECTRICITY });
    purchase = bought.body.DATA.orderId as string;
    await until(async () => (await ofPurchase())['status'] === 'completed');
    keys = (await (await fetch(`${service.client.baseUrl}/receipts/key`)).json()) as Keys;
  });
  afterAll(() => service.close());

  it('are genuine by the script of the page, whatever the place in the batch', async () => {
    const receipts = await Promise.all(transfers.map((id) => ofTransfer(id)));
    for (const each of receipts) await verifyReceipt(each, keys);
    const batchOf = ({ proof }: Receipt) => proof['batch'];
    const alike = receipts.map((each) => receipts.filter((other) => batchOf(other) === batchOf(each)));
    const [largest = []] = alike.toSorted((a, b) => b.length - a.length);
    expect(largest.length).toBeGreaterThan(3);
    expect(new Set(largest.map(({ proof }) => proof['root'])).size).toBe(1);
    expect(new Set(largest.map(({ proof }) => proof['position'])).size).toBe(largest.length);
  });

  it('say what was paid, with parties masked, the same to sender and receiver', async () => {
    const sent = await ofTransfer(transfers[3]!);
    const received = await ofTransfer(transfers[3]!, obi);
    expect(sent).toMatchObject({ type: 'transfer', status: 'complete', amount: '1003.25', narration: 'Ẹ ṣé ₦' });
    const parts = ['amount', 'fee', 'duty', 'vat', 'surcharge'].map((name) => Number(sent[name]));
    expect(Number(sent['total'])).toBeCloseTo(parts.reduce((sum, part) => sum + part, 0));
    expect(sent['payer']).toMatch(/^Adé Ọ\., .\*\*\*@.\*\*\*\.com$/);
    expect(JSON.stringify(sent)).not.toContain(obi.userid);
    expect({ ...received, issued: '', signature: '' }).toEqual({ ...sent, issued: '', signature: '' });
    const at = new Date(Number(sent['recorded']) + 3_600_000).toISOString();
    expect(sent['time']).toBe(`${at.slice(0, 10)} ${at.slice(11, 19)}`);
  });

  it('have the token of a purchase, and verify as they are copied from an answer', async () => {
    const { body } = await receipt('service_receipt_fetch', ada, purchase);
    const parsed = parseReceipt(JSON.stringify(body)) as Receipt;
    await verifyReceipt(parsed, keys);
    expectShape(parsed, 'Receipt');
    expect(parsed['token']).toMatch(/^\d{20}$/);
    expect(parsed).toMatchObject({ type: 'purchase', status: 'completed', customer_id: ELECTRICITY.customerId });
  });

  it('are refused where a single character was changed', async () => {
    const text = JSON.stringify(await ofTransfer(transfers[0]!));
    const places = [...text.matchAll(/[0-9]/g)].map(({ index }) => index);
    expect(places.length).toBeGreaterThan(100);
    for (const at of places) {
      const changed = `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
      let parsed: unknown;
      try {
        parsed = parseReceipt(changed);
      } catch {
        continue;
      }
      await expect(verifyReceipt(parsed, keys), `${at}: ${changed.slice(at - 20, at + 20)}`).rejects.toThrow();
    }
  });

  it('are refused without a key, with a field more, and where they are no receipts', async () => {
    const genuine = await ofTransfer(transfers[0]!);
    await expect(verifyReceipt(genuine, { keys: {}, anchors: {} })).rejects.toThrow('does not know the key');
    await expect(verifyReceipt({ ...genuine, note: 'paid twice' }, keys)).rejects.toThrow('signature does not match');
    await expect(verifyReceipt({ amount: '1.00' }, keys)).rejects.toThrow('not a complete receipt');
    for (const text of ['', '[', '5', 'null']) expect(() => parseReceipt(text)).toThrow();
  });

  it('of others are not found', async () => {
    const unknown = (await receipt('user_transfer_receipt', ada, '01K9ZD3Y5W8Q2N6T4R7V1XABCD')).body.ERRORS;
    for (const [action, id, as] of [
      ['user_transfer_receipt', transfers[0]!, eve],
      ['service_receipt_fetch', purchase, eve],
      ['service_receipt_fetch', purchase, obi],
      ['service_receipt_fetch', transfers[0]!, ada],
      ['user_transfer_receipt', purchase, ada],
    ] as const) {
      const { status, body } = await receipt(action, as, id);
      expect(status).toBe(404);
      expect({ ...body.ERRORS, DETAILS: '' }).toEqual({ ...unknown, DETAILS: '' });
    }
  });

  it('as PDF are one page, with a code that verifies', async () => {
    const { body } = await receipt('service_receipt_fetch', ada, purchase, 'pdf');
    expectShape(body.DATA, 'MadeDocument');
    const { fileName, fileType, fileSize, content } = body.DATA as Record<string, string>;
    expect([fileName, fileType]).toEqual([`receipt-${purchase}.pdf`, 'application/pdf']);
    const bytes = Buffer.from(content!, 'base64');
    expect(bytes.length).toBe(fileSize);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { totalPages, text } = await extractText(pdf, { mergePages: true });
    expect(totalPages).toBe(1);
    const { token, total, payer } = await ofPurchase();
    expect(text).toContain((token as string).match(/.{4}/g)!.join(' '));
    expect(text).toContain(payer as string);
    expect(text.replaceAll(',', '')).toContain(`₦${total as string}`);
    const [link] = (await (await pdf.getPage(1)).getAnnotations()) as { url: string }[];
    const [page, packed] = link!.url.split('#');
    expect(page).toBe(`${service.config.of(HttpEnvironment).publicUrl}/receipts/verify`);
    await verifyReceipt(JSON.parse(inflateRawSync(Buffer.from(packed!, 'base64url')).toString()), keys);
  });

  it('have all that a purchase delivered, in fours in the PDF', async () => {
    const order = { ...ELECTRICITY, customerId: '45030000008' };
    const bought = await service.client.post('service_bill_payment', { as: ada, body: order });
    const { orderId } = bought.body.DATA as { orderId: string };
    const { body } = await receipt('service_receipt_fetch', ada, orderId);
    const { token, deliverables } = body.DATA as { token: string; deliverables: { kind: string; value: string }[] };
    await verifyReceipt(parseReceipt(JSON.stringify(body)), keys);
    expect(deliverables.map(({ kind }) => kind)).toEqual(['reset_token', 'configure_token', 'token', 'bonus_token']);
    expect(token).toBe(deliverables[2]!.value);
    const { content } = (await receipt('service_receipt_fetch', ada, orderId, 'pdf')).body.DATA as { content: string };
    const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(content, 'base64')));
    const { totalPages, text } = await extractText(pdf, { mergePages: true });
    expect(totalPages).toBe(1);
    const lines = text.replaceAll(/\s+/g, ' ');
    for (const { value } of deliverables) expect(lines).toContain(value.match(/.{4}/g)!.join(' '));
    for (const label of ['Reset token', 'Configure token', 'Token (units 8.88)', 'Bonus token (units 5.00)'])
      expect(lines).toContain(label);
  });

  it('name the anchored head that covers them, once there is one', async () => {
    const before = await ofTransfer(transfers[0]!);
    expect(before.proof['anchor']).toBe('');
    const url = pathToFileURL(join(service.config.dataDir, 'anchors.jsonl')).href;
    const anchor = () => provider(service, AnchorLedger).execute(url);
    const { batchNo, hash, signature } = (await anchor())!;
    // An idle ledger is anchored again and again.
    await anchor();
    const after = await ofTransfer(transfers[0]!);
    expect(JSON.parse(after.proof['anchor'] as string)).toMatchObject({ batchNo, hash, signature });
    expectShape(after, 'Receipt');
    await verifyReceipt(after, keys);
    await expect(verifyReceipt(after, { ...keys, anchors: {} })).rejects.toThrow('does not know the key of the anchor');
    await expect(verifyReceipt(after, { ...keys, anchors: keys.keys })).rejects.toThrow('does not cover');
    const send = { email: obi.email, amount: 77 };
    const { body } = await service.client.post('user_transfer_create', { as: ada, body: send });
    expect((await ofTransfer(body.DATA.transact as string)).proof['anchor']).toBe('');

    const database = provider(service, Database);
    const change = (to: string) => database.rows('UPDATE ledger_anchor SET hash = ? WHERE batch_no = ?', [to, batchNo]);
    await change('f'.repeat(64));
    expect((await receipt('user_transfer_receipt', ada, transfers[0]!)).status).toBe(500);
    await change(hash);
  });

  it('are not issued of a batch that was changed behind the ledger', async () => {
    const { proof } = await ofTransfer(transfers[1]!);
    const database = provider(service, Database);
    await database.rows('DROP TRIGGER posting_no_update');
    const change = (kobo: number) =>
      database.rows('UPDATE posting SET amount_kobo = amount_kobo + ? WHERE batch_no = ? AND line = 0', [
        kobo,
        proof['batch'] as number,
      ]);
    await change(1);
    expect((await receipt('user_transfer_receipt', ada, transfers[1]!)).status).toBe(500);
    await change(-1);
    expect((await receipt('user_transfer_receipt', ada, transfers[1]!)).status).toBe(200);
  });
});
