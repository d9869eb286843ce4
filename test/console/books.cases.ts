import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, figures and books', () => {
  it('compares the figures of a span with those of the time before, and says in the address which', async () => {
    const page = await theConsole().pageOf('Auditor', '/dashboard');
    await page.getByText('Volume of completed purchases, Naira').waitFor();
    await page.locator('.recharts-surface').first().waitFor();
    await page.getByText('12 weeks').click();
    await page
      .getByText(/^before ₦/)
      .first()
      .waitFor();
    expect(new URL(page.url()).search).toBe('?span=week');
    expect(await page.getByRole('heading', { name: 'Providers' }).count()).toBe(0);
  });

  it('shows balances at the end of a day', async () => {
    const page = await theConsole().pageOf('Finance', '/books');
    await page.getByRole('cell', { name: 'system:fees' }).waitFor();
    await page.getByLabel('At the end of').fill('2020-01-01');
    await page.getByText('At the end of the day in Lagos.').waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Sum' }).textContent()).toBe('Sum');
  });

  it('shows the taxes of a month, and keeps them as a file', async () => {
    const page = await theConsole().pageOf('Finance', '/taxes?month=2026-01');
    await page.getByRole('cell', { name: 'Stamp duty' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toBe('taxes-2026-01.csv');
    expect(await readFile(await (await download).path(), 'utf8')).toContain('2026-01,stamp_duty,0,0.00,0.00,0.00,0.00,0.00,true');
  });

  it('proposes a fee for a colleague to approve', async () => {
    const page = await theConsole().pageOf('Finance', '/tariffs');
    await page.getByRole('cell', { name: 'Fee of transfers' }).waitFor();
    await page.getByRole('button', { name: 'Propose a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose a change' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fee of 2027');
    await dialog.getByRole('textbox', { name: 'Bands' }).fill('0 ten');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Costs rose');
    await dialog.getByText('An amount, then a fee or a percentage, in each line').waitFor();
    expect(await dialog.getByRole('button', { name: 'Propose' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Bands' }).fill('0 10\n5000 25 0.5% max 100');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await page.getByText('Proposed. Another member of staff').waitFor();

    const approver = await theConsole().pageOf('Administrator', '/proposals');
    await approver
      .getByRole('row', { name: /Costs rose/ })
      .getByRole('link')
      .first()
      .click();
    await approver.getByText('from ₦5,000.00: ₦25.00 and 0.5 %, at most ₦100.00').waitFor();
    await approver.getByText('In force when it was proposed').waitFor();
    expect(await approver.getByRole('main').innerText()).not.toContain('{');
    await theConsole().keepPicture(approver, 'tariff-proposal');
  });
});
