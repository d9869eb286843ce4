import { describe, expect, it } from 'vitest';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { expectShown, theConsole } from '../support/console.js';
import { withinClicks } from '../support/clicks.js';
import { approve, open, openProposal, propose, queue } from '../support/steps.js';

function firstOfNextMonth(): string {
  const [year, month] = lagosDate(theConsole().service.now()).split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

describe('console, the day: books', () => {
  it('tariff next month', () =>
    withinClicks(8, async ({ at }) => {
      const day = firstOfNextMonth();
      const shown = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
      const date = shown.format(Date.parse(day));
      const page = await at('Finance');
      await open(page, /^Tariffs and limits/);
      await page.getByRole('button', { name: 'Propose a change' }).click();
      const dialog = page.getByRole('dialog', { name: 'Propose a change' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Fee of the new month');
      await dialog.getByRole('textbox', { name: 'Bands' }).fill('0 12.50\n5000 25');
      await dialog.getByLabel('From, in Lagos').fill(`${day}T00:00`);
      await propose(dialog, 'Costs rose, story');

      const approver = await at('Administrator');
      await openProposal(approver, /Costs rose, story/);
      const change = approver.getByRole('region', { name: 'Fee of transfers' });
      await change.getByText('In force when it was proposed').waitFor();
      await change.getByText('nothing', { exact: true }).waitFor();
      await change.getByText('from ₦0.00: ₦12.50').waitFor();
      await change.getByText(new RegExp(`${date}, 00:00`)).waitFor();
      await approver.getByText(/in force from its first day, in place of/).waitFor();
      await approve(approver, 'Administrator');

      await page.getByText('To come', { exact: true }).click();
      await expectShown(page.getByRole('row', { name: new RegExp(`Fee of the new month.*${date}.*future`) }));
      const finance = await theConsole().client('Finance');
      const [coming] = (await finance.call('control_tariff_fetch', { rqtp: 'future' })).filter(
        ({ name }) => name === 'Fee of the new month',
      );
      expect(Number(coming!.from)).toBe(Date.parse(`${day}T00:00:00+01:00`));
    }));

  it('reconciliation with a difference to its end', () =>
    withinClicks(4, async ({ at }) => {
      const page = await at('Finance');
      const waiting = queue(page, 'Days that differ').getByRole('link', { name: /^sandbox on / });
      await waiting.click();
      await page.getByRole('heading', { name: 'Differences' }).waitFor();
      const address = page.url();
      await expectShown(page.getByText(/ask again with|Ask the provider/i).first());
      await page
        .getByRole('row', { name: /missing there/ })
        .getByRole('link', { name: 'Find it' })
        .click();
      await page.getByRole('heading', { name: 'What the providers said' }).waitFor();
      await page.goBack();
      await page.waitForURL(address);
      await page.getByRole('button', { name: 'Say what became of it' }).click();
      const dialog = page.getByRole('dialog', { name: 'What became of the differences' });
      await dialog
        .getByLabel('What became of them')
        .fill('Delivered, and listed a day later; 50 naira claimed, letter of 27 November');
      await dialog.getByRole('button', { name: 'Close the day' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('explained', { exact: true }).first().waitFor();
      await expectShown(page.getByRole('region', { name: 'What happened' }).getByText(/50 naira claimed/));

      await page.goto(`${theConsole().service.url}/console/`);
      await page.getByRole('heading', { name: /^Hello/ }).waitFor();
      await queue(page, 'Days that differ').getByText('None').waitFor();
      expect(await waiting.count()).toBe(0);
      const finance = await theConsole().client('Finance');
      const days = (await finance.page('control_reconciliation_fetch', { rqtp: 'all' })).items;
      expect(days.map(({ status }) => status)).not.toContain('differing');
    }));
});
