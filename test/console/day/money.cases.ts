import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from '../support/console.js';
import { withinClicks } from '../support/clicks.js';
import { approve, openProposal, propose, queue, search } from '../support/steps.js';

/** The payment that staff settled last for this reason. */
async function suspense(status: string, payer: string) {
  const client = await theConsole().client('Administrator');
  const { items } = await client.page('control_suspense_fetch', { rqtp: 'settled' });
  return items.find((payment) => payment.status === status && payment.payer_name === payer);
}

describe('console, the day: money', () => {
  it('short deposit', () =>
    withinClicks(4, async ({ at }) => {
      const page = await at('Finance');
      await search(page, 'halima@demo.example');
      await page.getByRole('tab', { name: 'Deposits' }).click();
      await page
        .getByRole('row', { name: /20,000\.00.*15,000\.00/ })
        .getByRole('link')
        .click();
      await page.getByRole('heading', { name: 'Deposit: ₦15,000.00 received, ₦20,000.00 ordered' }).waitFor();
      await page.getByRole('region', { name: 'Deposit' }).getByText('−₦5,000.00').waitFor();
      await page
        .getByRole('region', { name: 'What happened' })
        .getByText(/sandbox received 15,000\.00 Naira/)
        .waitFor();
      await page.getByRole('button', { name: 'Write a note' }).click();
      const dialog = page.getByRole('dialog', { name: 'Write a note' });
      await dialog.getByLabel('Note').fill('She sent 15,000 of 20,000; the wallet has what came.');
      await dialog.getByRole('button', { name: 'Write' }).click();
      await expectShown(page.getByRole('region', { name: 'Who has it' }).getByText('She sent 15,000 of 20,000'));
    }));

  it('reversed deposit spent', () =>
    withinClicks(8, async ({ at }) => {
      const page = await at('Finance');
      await queue(page, 'Money in suspense')
        .getByRole('link', { name: /9,000\.00 Naira from Funke Lawal/ })
        .click();
      await page.getByText('Owed by').waitFor();
      expect(await page.getByRole('button', { name: 'Assign to a user' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Settle the debt' }).click();
      const dialog = page.getByRole('dialog', { name: 'Settle this debt' });
      // Her wallet has too little, so nothing else is offered.
      await dialog.getByText(/Their wallet has ₦\d+\.\d\d, which is too little/).waitFor();
      expect(await dialog.getByRole('radio', { name: 'Recover' }).isDisabled()).toBe(true);
      expect(await dialog.getByRole('radio', { name: 'Write off' }).isChecked()).toBe(true);
      await propose(dialog, 'The phone was stolen, story');

      const approver = await at('Administrator');
      await openProposal(approver, /The phone was stolen, story/);
      await approver.getByText('The debt becomes an expense of the service. No wallet moves.').waitFor();
      await approve(approver, 'Administrator');
      await page.reload();
      await expectShown(page.getByText(/written.off/).first());
      expect(await page.getByRole('button', { name: 'Settle the debt' }).count()).toBe(0);
      expect(await suspense('written_off', 'Funke Lawal')).toMatchObject({ amount: 9_000 });
    }));

  it('adjust with approval', () =>
    withinClicks(9, async ({ at }) => {
      const page = await at('Finance');
      await search(page, 'chidi@demo.example');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Adjust the wallet' }).click();
      const dialog = page.getByRole('dialog', { name: 'Adjust the wallet' });
      await dialog.getByText('Take', { exact: true }).click();
      await dialog.getByLabel('Amount').fill('250.50');
      await dialog.getByText(/and would be/).waitFor();
      await propose(dialog, 'Credited in error, story');
      await page.locator('[data-tone=waiting]').getByText('Proposed. Another member of staff').waitFor();
      await expectShown(page.getByRole('region', { name: 'Waits for approval: adjust the wallet' }));

      const approver = await at('Administrator');
      await openProposal(approver, /Credited in error, story/);
      const change = approver.getByRole('region', { name: 'The wallet, before and after' });
      await change.getByText('−₦250.50').waitFor();
      await approve(approver, 'Administrator');
      await approver.locator('[data-tone=done]').getByText('was approved and carried out').waitFor();
      await approver.getByRole('region', { name: 'Who', exact: true }).getByRole('link', { name: 'Journal' }).waitFor();
      await theConsole().keepPicture(approver, 'executed-proposal');
      await page.reload();
      await page.getByRole('tab', { name: 'Wallet' }).click();
      await expectShown(page.getByRole('row', { name: /−₦250\.50/ }));
      expect(await page.getByRole('region', { name: /^Waits for approval/ }).count()).toBe(0);
    }));

  it('return unmatched money', () =>
    withinClicks(7, async ({ at }) => {
      const page = await at('Finance');
      await queue(page, 'Money in suspense')
        .getByRole('link', { name: /7,500\.00 Naira from Ibrahim Usman/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Return to the payer' }).click();
      const dialog = page.getByRole('dialog', { name: 'Return this payment' });
      await dialog.getByLabel('Reference of the transfer').fill('FT-20261122-77');
      await propose(dialog, 'Paid into an account that is gone');

      const approver = await at('Administrator');
      await openProposal(approver, /account that is gone/);
      await expectShown(approver.getByText('counts as given back by the provider that took it'));
      await approve(approver, 'Administrator');
      await page.reload();
      await expectShown(page.getByText('returned', { exact: true }).first());
      expect(await suspense('returned', 'Ibrahim Usman')).toMatchObject({ amount: 7_500 });
    }));
});
