import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectShown, type Role, theConsole } from './support/console.js';

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
  await page.keyboard.press('Enter');
}

/** Decides the open proposal that is shown. */
async function approve(page: Page, role: Role): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this proposal' });
  await dialog.getByLabel(/Code of/).fill(await theConsole().code(role));
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('console, stories', () => {
  it('suspend a thief', async () => {
    const page = await theConsole().pageOf('Administrator', '/');
    await search(page, 'bayo@demo.example');
    await page.getByRole('link', { name: 'Bayo Adeyemi' }).click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend this user' });
    await dialog.getByLabel('Reason').first().fill('The phone was stolen <img src=x onerror=alert(1)>');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('The user is suspended and signed out').waitFor();
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
    await page.getByRole('tab', { name: 'Who looked' }).click();
    await page
      .getByText(/The phone was stolen/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
    await expectShown(page.getByText('The user can sign in again'));
  });

  it('find a lost token', async () => {
    const page = await theConsole().pageOf('Finance', '/purchases');
    await page
      .getByRole('row', { name: /Electric.*completed/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: 'Reveal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reveal the token' });
    await dialog.getByText('its owner is told').waitFor();
    await dialog.getByRole('button', { name: 'Reveal' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Copy [0-9]{16,}$/ }).count()).toBe(1);
  });

  it('settle an undecided purchase with two people', async () => {
    const proposer = await theConsole().pageOf('Finance', '/purchases?by=undecided');
    await proposer.getByRole('link', { name: /MTN/ }).first().click();
    await proposer.getByRole('button', { name: 'Decide' }).click();
    const dialog = proposer.getByRole('dialog', { name: 'Decide this purchase' });
    await dialog.getByText('Not delivered', { exact: true }).click();
    await dialog.getByLabel('Reason').fill('The network has no record of it, story');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });
    const address = new URL(proposer.url()).pathname.replace('/console', '');

    const approver = await theConsole().pageOf('Administrator', '/proposals');
    await approver.getByRole('row', { name: /story/ }).getByRole('link').click();
    await approve(approver, 'Administrator');
    await expectShown(approver.getByText('executed'));
    const purchase = await theConsole().pageOf('Finance', address);
    await expectShown(purchase.getByText('failed', { exact: true }).first());
  });

  it('return unmatched money', async () => {
    const proposer = await theConsole().pageOf('Finance', '/suspense');
    await proposer.getByRole('link', { name: 'Ibrahim Usman' }).last().click();
    await proposer.getByRole('button', { name: 'Return to the payer' }).click();
    const dialog = proposer.getByRole('dialog', { name: 'Return this payment' });
    await dialog.getByLabel('Reference of the bank transfer').fill('FT-20261122-77');
    await dialog.getByLabel('Reason').fill('Paid into an account that is gone');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });
    await proposer.goto(`${theConsole().service.url}/console/proposals`);
    await proposer
      .getByRole('row', { name: /account that is gone/ })
      .getByRole('link')
      .click();
    await proposer.getByText('Another member of staff has to approve').waitFor();
    const address = new URL(proposer.url()).pathname.replace('/console', '');

    const approver = await theConsole().pageOf('Administrator', address);
    await approve(approver, 'Administrator');
    await expectShown(approver.getByText('executed'));
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
});
