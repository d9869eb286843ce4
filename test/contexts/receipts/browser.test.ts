import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyAddress } from '../../../src/contexts/receipts/receipts.js';
import { AnchorLedger } from '../../../src/ledger/chain/application/anchor-ledger.js';
import { Ledger } from '../../../src/ledger/index.js';
import { startApp, type TestApp } from '../../support/app.js';
import { launchBrowser } from '../../support/browser.js';
import { movement } from '../../support/ledger-fixture.js';
import { provider } from '../analytics/support.js';

let service: TestApp;
let browser: Browser;
let page: Page;
/** As an app shows it. */
let receipt: string;

beforeAll(async () => {
  service = await startApp('sqlite');
  const [ada, obi] = [await service.register({ fsnm: 'Adé' }), await service.register()];
  await provider(service, Ledger).commit(movement('system:suspense', ada.userid, 10_000_000));
  const sent = await service.client.post('user_transfer_create', { as: ada, body: { email: obi.email, amount: 1_250.5 } });
  await provider(service, AnchorLedger).execute(pathToFileURL(join(service.config.dataDir, 'anchors.jsonl')).href);
  const query = { trid: sent.body.DATA.transact as string };
  receipt = JSON.stringify((await service.client.get('user_transfer_receipt', { as: ada, query })).body.DATA, null, 1);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  await page.goto(`${service.client.baseUrl}/receipts/verify`);
  return () => page.context().close();
});

const paste = (text: string) => page.getByLabel('Paste the receipt').fill(text);
const verdict = () => page.getByRole('heading', { level: 2 });
const shown = () => page.getByRole('status').innerText();
const genuine = () => verdict().filter({ hasText: 'This receipt is genuine' }).waitFor();
const refused = () => verdict().filter({ hasText: 'Do not trust this receipt' }).waitFor();

describe('page of receipts in a browser', () => {
  it('finds a pasted receipt genuine, with the head that covers it', async () => {
    await paste(receipt);
    await genuine();
    expect(await shown()).toMatch(/1250\.50[^]*Adé/);
    expect(await shown()).toMatch(/The head of batch \d+, anchored outside of the ledger \d\d\/\d\d\/\d{4}, .* covers it\./);
  });

  it('refuses one of which a digit was changed, also in its anchor', async () => {
    const hash = /\\"hash\\":\\"(\w+)/.exec(receipt)![1]!;
    for (const changed of [
      receipt.replace('1250.50', '1260.50'),
      receipt.replace(
        hash,
        hash.replace(/^./, (at) => flip(at)),
      ),
    ]) {
      expect(changed).not.toBe(receipt);
      await paste(receipt);
      await genuine();
      await paste(changed);
      await refused();
      expect(await shown()).toContain('the signature does not match');
    }
  });

  it('reads the code of a PDF receipt from its address, which no request has', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('about:blank');
    await page.goto(verifyAddress(service.client.baseUrl, JSON.parse(receipt)));
    await genuine();
    expect(asked.filter((url) => url.startsWith('http')).map((url) => url.split('#')[0])).toEqual([
      `${service.client.baseUrl}/receipts/verify`,
    ]);
  });

  it('works where it was saved, without a connection', async () => {
    const saved = join(service.config.dataDir, 'verify.html');
    await writeFile(saved, await (await fetch(`${service.client.baseUrl}/receipts/verify`)).text());
    await page.context().setOffline(true);
    await page.goto(pathToFileURL(saved).href);
    await page.getByLabel('Or choose its file').setInputFiles({
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(receipt),
    });
    await genuine();
    await paste(receipt.replace('1250.50', '1250.51'));
    await refused();
    expect(await shown()).toContain('the signature does not match');
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await paste(receipt);
    await genuine();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

function flip(digit: string): string {
  return digit === '0' ? '1' : '0';
}
