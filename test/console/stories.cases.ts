import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HarmattanClient } from '../../packages/client/src/index.js';
import { verifyWebhook } from '../../packages/client/src/webhooks.js';
import { expectShown, theConsole } from './support/console.js';
import type { Role } from './support/demonstration.js';

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Leads to a screen of the navigation. */
async function open(page: Page, screen: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click();
}

/** Finds the proposal of this reason, and approves it with a code. */
async function approve(role: Role, reason: RegExp): Promise<Page> {
  const page = await theConsole().pageOf(role, '/');
  await open(page, /^Proposals/);
  await page.getByRole('row', { name: reason }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this proposal' });
  await dialog.getByLabel(/Code of/).fill(await theConsole().code(role));
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('executed', { exact: true }).first().waitFor();
  return page;
}

/** A server on this machine that takes every webhook, and what it has received. */
async function startReceiver() {
  const received: { readonly headers: Headers; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: new Headers(request.headers as Record<string, string>), body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url, received, stop };
}

/** Each begins at the first screen. */
describe('console, stories', () => {
  it('suspend a thief', async () => {
    const session = {
      emal: 'bayo@demo.example',
      pswd: theConsole().seed.password,
      dvty: 'Android',
      dsnm: 'stolen',
      dvnm: 'Phone',
    };
    const thief = new HarmattanClient({ baseUrl: theConsole().service.url });
    await thief.signIn('user_profile_login', session);
    await thief.call('user_wallet_get_info');

    const page = await theConsole().pageOf('Administrator', '/');
    await search(page, 'bayo@demo.example');
    await page.getByRole('link', { name: 'Bayo Adeyemi' }).click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend this user' });
    await dialog.getByLabel('Reason').first().fill('The phone was stolen');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('The user is suspended and signed out').waitFor();
    await expect(thief.call('user_wallet_get_info')).rejects.toMatchObject({ id: 'rqat_required' });
    await expect(thief.signIn('user_profile_login', session)).rejects.toMatchObject({ status: 403 });

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
    const page = await theConsole().pageOf('Finance', '/');
    await open(page, /^Purchases/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page
      .getByRole('row', { name: /Electric.*completed/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: 'Reveal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reveal what was delivered' });
    await dialog.getByText('its owner is told').waitFor();
    await dialog.getByRole('button', { name: 'Reveal' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Copy [0-9]{4}( [0-9]{1,4}){3,}$/ }).count()).toBe(1);
  });

  it('settle an undecided purchase with two people', async () => {
    const proposer = await theConsole().pageOf('Finance', '/');
    await open(proposer, /^Purchases/);
    await proposer.getByRole('combobox', { name: 'Which' }).click();
    await proposer.getByRole('option', { name: 'Undecided' }).click();
    await proposer.getByRole('link', { name: /MTN/ }).first().click();
    await proposer.getByRole('button', { name: 'Decide' }).click();
    const dialog = proposer.getByRole('dialog', { name: 'Decide this purchase' });
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Not delivered' }).click();
    await dialog.getByLabel('Reason').fill('The network has no record of it, story');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });

    await approve('Administrator', /no record of it, story/);
    await proposer.reload();
    await expectShown(proposer.getByText('failed', { exact: true }).first());
    expect(await proposer.getByRole('button', { name: 'Decide' }).count()).toBe(0);
  });

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

    await approve('Administrator', /no record of it, payout story/);
    await proposer.reload();
    await expectShown(proposer.getByText('failed', { exact: true }).first());
    expect(await proposer.getByRole('button', { name: 'Decide' }).count()).toBe(0);
  });

  it('return unmatched money', async () => {
    const proposer = await theConsole().pageOf('Finance', '/');
    await open(proposer, /^Suspense/);
    await proposer.getByRole('link', { name: 'Ibrahim Usman' }).last().click();
    await proposer.getByRole('button', { name: 'Return to the payer' }).click();
    const dialog = proposer.getByRole('dialog', { name: 'Return this payment' });
    await dialog.getByLabel('Reference of the transfer').fill('FT-20261122-77');
    await dialog.getByLabel('Reason').fill('Paid into an account that is gone');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(proposer, /^Proposals/);
    await proposer
      .getByRole('row', { name: /account that is gone/ })
      .getByRole('link')
      .first()
      .click();
    await proposer.getByText('Another member of staff has to approve').waitFor();

    const approver = await approve('Administrator', /account that is gone/);
    await approver
      .getByRole('region', { name: 'What is proposed' })
      .getByRole('link', { name: / from / })
      .click();
    await expectShown(approver.getByText('returned', { exact: true }).first());
  });

  it('replay failed webhooks of an hour, once their receiver has a new address', async () => {
    const receiver = await startReceiver();
    const page = await theConsole().pageOf('Administrator', '/');
    await open(page, /^Webhook endpoints/);
    const row = page.getByRole('row', { name: /hooks\.demo\.example/ });
    await row.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit this endpoint' });
    await editing.getByLabel('Address').fill(receiver.url);
    await editing.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'active' }).click();
    await editing.getByLabel('New secret').check();
    await editing.getByRole('button', { name: 'Save' }).click();
    const secret = await page.getByText(/^whsec_/).innerText();
    await page.getByRole('button', { name: 'I have kept it' }).click();

    await page.getByRole('row', { name: receiver.url }).getByRole('link', { name: 'Webhooks' }).click();
    const hour = await hourOf(page);
    await page.getByRole('button', { name: 'Replay failed ones' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay failed webhooks' });
    await dialog.getByLabel('From').fill(`${hour}:00`);
    await dialog.getByLabel('Until').fill(`${hour}:59`);
    await dialog.getByRole('button', { name: 'Find' }).click();
    const found = Number.parseInt(await dialog.getByText(/ failed webhooks\.$/).innerText(), 10);
    expect(found).toBeGreaterThan(3);
    await dialog.getByRole('button', { name: `Replay ${found}` }).click();
    await dialog.getByText(`${found} webhooks are tried again.`).waitFor();
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(found);
    const now = () => theConsole().service.now();
    const messages = await Promise.all(receiver.received.map((message) => verifyWebhook(message, { secrets: secret, now })));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(found);

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.getByRole('cell', { name: 'succeeded' }).count(), { timeout: 30_000 }).toBe(found);
    await receiver.stop();
  });
});

/** In which the first webhook of the list was recorded, as `2026-11-22T17`, in Lagos. */
async function hourOf(page: Page): Promise<string> {
  const recorded = await page.getByRole('row').locator('time').first().getAttribute('datetime');
  return new Date(Date.parse(recorded!) + 3_600_000).toISOString().slice(0, 13);
}

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
