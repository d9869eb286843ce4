import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

const NAIRA = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 });

describe('console, its lists', () => {
  it('shows 25 rows on a screen of 1280 by 800, and goes on and back', async () => {
    const page = await theConsole().pageOf('Administrator', '/purchases');
    await page.setViewportSize({ width: 1280, height: 800 });
    const rows = page.locator('tbody tr');
    await rows.nth(24).waitFor();
    const { y, height } = (await rows.nth(24).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(800);
    const first = await rows.first().innerText();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=/);
    await expect.poll(() => rows.first().innerText()).not.toBe(first);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => rows.first().innerText()).toBe(first);
    expect(new URL(page.url()).search).toBe('');
  });

  it('is sorted by a column over all pages, both ways and by the keyboard, as the address says', async () => {
    const purchases = await allPurchases();
    const greatestFirst = purchases.toSorted((one, other) => other - one);
    const page = await theConsole().pageOf('Administrator', '/purchases');
    const heading = page.getByRole('button', { name: /^Amount/ });
    const shown = async () => (await page.locator('tbody tr td:nth-child(3)').allInnerTexts()).map(amountOf);
    await heading.click();
    await page.waitForURL(/\?sort=tx_amount$/);
    await expect.poll(shown).toEqual(greatestFirst.slice(0, 25));
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=25/);
    await expect.poll(shown).toEqual(greatestFirst.slice(25, 50));
    await heading.press('Enter');
    await page.waitForURL(/order=asc/);
    expect(page.url()).not.toContain('page=');
    await expect.poll(shown).toEqual(purchases.toSorted((one, other) => one - other).slice(0, 25));
    await page.reload();
    await expectShown(heading.getByRole('img', { name: 'Sorted ascending' }));
    await page.getByRole('button', { name: /^When/ }).click();
    await page.waitForURL((url) => url.search === '');
    await expect.poll(shown).toEqual(purchases.slice(0, 25));
  });

  it('says how many are filtered and their sum', async () => {
    const purchases = await allPurchases();
    const sum = purchases.reduce((all, amount) => all + Math.round(amount * 100), 0) / 100;
    const page = await theConsole().pageOf('Administrator', '/purchases');
    await expectShown(page.getByText(`${purchases.length} purchases of every state, ₦${NAIRA.format(sum)} asked, ₦`));
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=/);
    await expectShown(page.getByText(`${purchases.length} purchases of every state, ₦${NAIRA.format(sum)} asked, ₦`));
  });

  it('keeps which columns somebody wants to see', async () => {
    const page = await theConsole().pageOf('Administrator', '/purchases');
    const provider = page.getByRole('button', { name: 'Provider' });
    await provider.waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Provider' }).click();
    await expect.poll(() => provider.count()).toBe(0);
    await page.reload();
    await expectShown(page.getByRole('button', { name: 'State' }));
    expect(await provider.count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Provider' }).click();
    await expectShown(provider);
  });

  it('narrows by days in Lagos, which the address keeps', async () => {
    const page = await theConsole().pageOf('Administrator', '/users');
    await expectShown(page.getByRole('link', { name: 'Ada Obi' }));
    await page.getByRole('button', { name: 'Days' }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/);
    await expectShown(page.getByRole('link', { name: 'Hauwa Sani' }));
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor({ state: 'detached' });
    await page.reload();
    await expectShown(page.getByRole('link', { name: 'Hauwa Sani' }));
    expect(await page.getByRole('link', { name: 'Ada Obi' }).count()).toBe(0);
  });

  it('saves what is filtered as a file that the audit trail knows of', async () => {
    const page = await theConsole().pageOf('Administrator', '/users?by=name&value=Ada');
    await expectShown(page.getByRole('link', { name: 'Ada Obi' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('users.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Ada');
    expect(text).not.toContain('Halima');
    const client = await theConsole().client('Administrator');
    const { items } = await client.page('control_audit_fetch', { rqtp: 'action', rqvl: 'control_user_data_list' });
    expect(JSON.parse(items[0]!.after)).toMatchObject({ format: 'csv', rqvl: 'Ada' });
  });

  it.each([
    ['/proposals?by=all', 'proposals.csv'],
    ['/staff', 'staff.csv'],
    ['/tickets', 'tickets.csv'],
    ['/webhooks', 'webhooks.csv'],
    ['/feedback', 'feedback.csv'],
    ['/accounts/system:suspense', 'postings.csv'],
  ])('saves the list at %s as a file', async (path, fileName) => {
    const page = await theConsole().pageOf('Administrator', path);
    await page.locator('tbody tr').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(fileName);
  });

  it('says in words that there is no connection, and goes on when there is', async () => {
    const page = await theConsole().freshPageOf('Administrator', '/users', { mayFail: true });
    await expectShown(page.getByRole('link', { name: 'Ada Obi' }));
    await page.context().setOffline(true);
    await expectShown(page.getByText('this page may be old.'));
    await page.getByRole('navigation').getByRole('link', { name: 'Tutorials' }).click();
    await expectShown(page.getByText('You are offline').first());
    expect(page.url()).toContain('/console/');
    await page.context().setOffline(false);
    await expectShown(page.getByRole('heading', { name: 'Tutorials' }));
  });
});

/** Amounts of all purchases, newest first. */
async function allPurchases(): Promise<number[]> {
  const amounts: number[] = [];
  const client = await theConsole().client('Administrator');
  for await (const { tx_amount: amount } of client.items('control_purchase_fetch', { rqtp: 'all', pnum: 100 }))
    amounts.push(Number(amount));
  return amounts;
}

function amountOf(text: string): number {
  return Number(text.replaceAll(/[₦,]/g, ''));
}
