import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';
import { approve, open, openProposal } from './support/steps.js';

describe('console, stories', () => {
  it('settle an undecided payout with two people', async () => {
    const proposer = await theConsole().pageOf('Finance', '/');
    await open(proposer, /^Payouts/);
    await proposer.getByRole('combobox', { name: 'Which' }).click();
    await proposer.getByRole('option', { name: 'Undecided' }).click();
    await proposer
      .getByRole('row', { name: /Guaranty Trust Bank/ })
      .getByRole('link')
      .first()
      .click();
    await proposer.getByRole('heading', { name: 'What the providers said' }).waitFor();
    await proposer.getByRole('button', { name: 'Ask the provider' }).click();
    await proposer.getByText('The provider was asked').waitFor();
    await proposer.getByRole('button', { name: 'Decide' }).click();
    const dialog = proposer.getByRole('dialog', { name: 'Decide this payout' });
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await dialog.getByRole('radio', { name: 'Came back' }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Not paid' }).click();
    await dialog.getByLabel('Reason').fill('The bank has no record of it, payout story');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });

    const approver = await theConsole().pageOf('Administrator', '/');
    await openProposal(approver, /no record of it, payout story/);
    await approve(approver, 'Administrator');
    await proposer.reload();
    await expectShown(proposer.getByText('failed', { exact: true }).first());
    expect(await proposer.getByRole('button', { name: 'Decide' }).count()).toBe(0);
  });
});

describe('console, settlements', () => {
  it('takes an amount as people write it', async () => {
    const page = await theConsole().pageOf('Finance', '/books');
    await page.getByRole('button', { name: 'Book a settlement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a settlement' });
    await dialog.getByLabel('What moved').selectOption('provider_fee');
    await dialog.getByLabel('Provider').selectOption('sandbox');
    await dialog.getByLabel('Amount').fill('1,000,000');
    await dialog.getByLabel('Reference').fill('FEE-2026-11');
    await dialog.getByLabel('Day').fill('2026-11-02');
    await dialog.getByLabel('Reason').fill('Their fee of a year');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(page, /^Proposals/);
    await expectShown(page.getByRole('row', { name: /₦1,000,000\.00.*Their fee of a year|Their fee of a year.*₦1,000,000\.00/ }));
  });
});

describe('console, tickets', () => {
  it('answers a ticket as a conversation, begun from a canned answer', async () => {
    const page = await theConsole().pageOf('Support', '/tickets?status=open');
    await page.getByRole('link', { name: 'Token not delivered' }).click();
    await page.getByRole('button', { name: 'Canned answers' }).click();
    await page.getByRole('menuitem').first().click();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    expect(await answer.inputValue()).not.toBe('');
    await answer.fill('Your token is on its way. <script>alert(1)</script>');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Conversation' }).getByText('<script>alert(1)</script>').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Resolved' }).click();
    await page.getByText('The ticket is changed').waitFor();
  });

  it('asks before a ticket is closed, and then takes no answer', async () => {
    const page = await theConsole().pageOf('Support', '/tickets');
    await page.getByRole('link', { name: 'New phone' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Closed' }).click();
    const closing = page.getByRole('dialog', { name: 'Close this ticket' });
    await closing.getByText('Nobody can answer a closed ticket').waitFor();
    await closing.getByRole('button', { name: 'Close it' }).click();
    await page.getByText('The ticket is closed').waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('Closed');
  });
});
