import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from '../support/console.js';
import { withinClicks } from '../support/clicks.js';
import { approve, openProposal, propose, queue, search } from '../support/steps.js';

async function purchaseOf(customer: string) {
  const client = await theConsole().client('Administrator');
  return (await client.page('control_purchase_fetch', { rqtp: 'customer', rqvl: customer })).items[0]!;
}

describe('console, the day: purchases', () => {
  it('token never came', () =>
    withinClicks(7, async ({ at }) => {
      const page = await at('Support');
      await queue(page, 'Tickets').getByRole('link', { name: 'Token not delivered' }).click();
      await page.getByRole('region', { name: 'Ticket' }).getByRole('link', { name: 'Purchases' }).click();
      await page
        .getByRole('row', { name: /45021230007.*pending/ })
        .getByRole('link')
        .click();
      await page.getByRole('button', { name: 'Ask the provider' }).waitFor();
      const { marker } = await purchaseOf('45021230007');
      const provider = await theConsole().client('Administrator');
      await provider.sandbox.outcome(marker, 'delivered');
      await page.getByRole('button', { name: 'Ask the provider' }).click();
      await page.getByText('completed', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Reveal' }).waitFor();

      await page.goBack();
      await page.goBack();
      await page
        .getByRole('textbox', { name: 'Answer' })
        .fill('The disco has confirmed it: your token is in the app and in your mail.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('region', { name: 'Conversation' }).getByText('The disco has confirmed it').waitFor();
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Resolved' }).click();
      await page.getByText('The ticket is changed').waitFor();

      expect(await purchaseOf('45021230007')).toMatchObject({ status: 'completed', has_token: true });
      const ada = await theConsole().customer('ada');
      const [ticket] = (await ada.page('support_ticket_fetch', { status: 'resolved' })).items;
      expect(ticket).toMatchObject({ subject: 'Token not delivered', status: 'resolved' });
    }));

  it('purchase undecided two days', () =>
    withinClicks(9, async ({ at }) => {
      const page = await at('Finance');
      await queue(page, 'Undecided purchases')
        .getByRole('link', { name: /, 5,000\.00 Naira/ })
        .click();
      await page.getByText('62010090007').first().waitFor();
      await page.getByRole('button', { name: 'Ask the provider' }).click();
      await page.getByText('The provider was asked').waitFor();
      await page.getByRole('button', { name: 'Decide' }).click();
      const dialog = page.getByRole('dialog', { name: 'Decide this purchase' });
      await dialog.getByRole('radio', { name: 'Delivered', exact: true }).click();
      await dialog.getByLabel(/^Token/).fill('10203040506070809010');
      await propose(dialog, 'Their portal has it since Monday');

      const approver = await at('Administrator');
      await openProposal(approver, /portal has it since Monday/);
      await approver.getByText('its user is told that it was delivered').waitFor();
      await approve(approver, 'Administrator');
      await page.reload();
      await expectShown(page.getByText('completed', { exact: true }).first());
      await expectShown(page.getByRole('button', { name: 'Decide' }));
      expect(await purchaseOf('62010090007')).toMatchObject({ status: 'completed', has_token: true, held: 0 });
    }));

  it('settle an undecided purchase with two people', () =>
    withinClicks(8, async ({ at }) => {
      const page = await at('Finance');
      await queue(page, 'Undecided purchases')
        .getByRole('link', { name: /, 1,000\.00 Naira/ })
        .click();
      await page.getByRole('button', { name: 'Decide' }).click();
      const dialog = page.getByRole('dialog', { name: 'Decide this purchase' });
      await dialog.getByRole('radio', { name: 'Not delivered' }).waitFor();
      expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
      await dialog.getByRole('radio', { name: 'Not delivered' }).click();
      await propose(dialog, 'The network has no record of it, story');

      const approver = await at('Administrator');
      await openProposal(approver, /no record of it, story/);
      await approve(approver, 'Administrator');
      await page.reload();
      await expectShown(page.getByText('failed', { exact: true }).first());
      expect(await page.getByRole('button', { name: 'Decide' }).count()).toBe(0);
      expect(await purchaseOf('08031230007')).toMatchObject({ status: 'failed', held: 0 });
    }));

  it('find a lost token', () =>
    withinClicks(3, async ({ at }) => {
      const page = await at('Support');
      await search(page, '45021234567');
      await page.getByRole('main').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Reveal' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reveal what was delivered' });
      await dialog.getByText('we tell its owner').waitFor();
      await dialog.getByRole('button', { name: 'Reveal' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: /^Copy [0-9]{4}( [0-9]{1,4}){3,}$/ }).count()).toBe(1);
    }));
});
