import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../packages/client/src/webhooks.js';
import { seriousFindings } from '../../support/accessibility.js';
import { expectShown, theConsole } from '../support/console.js';
import { withinClicks } from '../support/clicks.js';
import { open, queue } from '../support/steps.js';
import { startReceiver } from '../support/webhook-receiver.js';

const AIRTIME = {
  amount: 500,
  phone: '08031234567',
  provider: 'mtn',
  billerId: 'mtn-airtime',
  category: 'airtime',
  billerName: 'MTN',
  billerItem: 'MTN Airtime VTU',
};

async function switchSandbox(page: Page, next: 'on' | 'off', reason: string): Promise<void> {
  const row = page.getByRole('row', { name: /sandbox biller/ });
  await row.getByText(next === 'off' ? 'in use' : 'off', { exact: true }).waitFor();
  await row.locator('label').click();
  const dialog = page.getByRole('dialog', { name: `Switch sandbox ${next} for purchases` });
  await dialog
    .getByText(/purchases/)
    .first()
    .waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: `Switch ${next}` }).click();
  await row.getByText(next === 'off' ? 'off' : 'in use', { exact: true }).waitFor();
}

describe('console, the day: the service', () => {
  it('provider down', () =>
    withinClicks(5, async ({ at }) => {
      const ada = await theConsole().customer('ada');
      const page = await at('Integrator');
      await open(page, /^Providers/);
      const row = page.getByRole('row', { name: /sandbox payout/ });
      await expectShown(row.getByRole('cell', { name: /^[1-9]$/ }).first());
      await switchSandbox(page, 'off', 'Their status page says that it is down');
      await expectShown(page.getByText('Their status page says that it is down').first());
      await expect(ada.call('service_airtime_purchase', AIRTIME)).rejects.toMatchObject({ id: 'service_unavailable' });
      await switchSandbox(page, 'on', 'They are back');
      const bought = await ada.call('service_airtime_purchase', AIRTIME);
      expect(bought).toMatchObject({ status: 'completed' });
    }));

  it('replay failed webhooks of an hour, once their receiver has a new address', () =>
    withinClicks(12, async ({ at }) => {
      const receiver = await startReceiver();
      const page = await at('Integrator');
      await open(page, /^Webhook endpoints/);
      const row = page.getByRole('row', { name: /hooks\.demo\.example/ });
      await row.getByRole('button', { name: 'Edit' }).click();
      const editing = page.getByRole('dialog', { name: 'Edit this endpoint' });
      await editing.getByLabel('Address').fill(receiver.url);
      await editing.getByRole('switch', { name: 'On' }).check();
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
      await expect.poll(() => receiver.received.length).toBe(found);
      const now = () => theConsole().service.now();
      const messages = await Promise.all(receiver.received.map((message) => verifyWebhook(message, { secrets: secret, now })));
      expect(new Set(messages.map(({ id }) => id)).size).toBe(found);

      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect.poll(() => page.getByRole('cell', { name: 'succeeded' }).count()).toBe(found);
      await receiver.stop();
    }));

  it('invite, register by QR, first work', () =>
    withinClicks(9, async ({ at, nobodyAt }) => {
      const email = 'ngozi.ike@harmattan.example';
      const admin = await at('Administrator');
      await open(admin, /^Staff/);
      await admin.getByRole('button', { name: 'Invite' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Invite to the staff' });
      await dialog.getByRole('combobox', { name: 'Begin with the permissions of' }).click();
      await admin.getByRole('option', { name: 'Support' }).click();
      const person = { 'E-mail address': email, Phone: '+2348030000993', Department: 'Customer care' };
      for (const [name, value] of Object.entries({ ...person, 'About the person': 'Mornings' }))
        await dialog.getByRole('textbox', { name }).fill(value);
      await dialog.getByRole('button', { name: 'Invite' }).click();
      await dialog.waitFor({ state: 'detached' });

      const page = await nobodyAt(`/register#${await theConsole().invitationOf(email)}`);
      await page.getByRole('button', { name: 'Go on' }).click();
      const picture = page.getByRole('img', { name: 'QR code of the key below' });
      await picture.waitFor();
      expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(100);
      expect(await seriousFindings(page)).toEqual([]);
      const key = await page.getByRole('button', { name: /^Copy [A-Z2-7]{16,}$/ }).getAttribute('aria-label');
      await page.getByRole('textbox', { name: 'Password' }).fill('Harmattan-Wind-27');
      await page.getByLabel('Code that the app shows now').fill(await theConsole().codeOf(key!.slice('Copy '.length)));
      await page.getByRole('button', { name: 'Register' }).click();

      await queue(page, 'Tickets').getByRole('link', { name: 'Charged twice' }).click();
      const owner = page.getByRole('region', { name: 'Who has it' });
      await owner.getByRole('button', { name: 'Take' }).click();
      await owner.getByText('Nobody').waitFor({ state: 'detached' });
      const administrator = await theConsole().client('Administrator');
      const { items } = await administrator.page('control_case_fetch', { rqtp: 'kind', rqvl: 'ticket' });
      expect(items.find(({ title }) => title === 'Charged twice')?.owner).not.toBe('');
    }));
});

/** In which the first webhook of the list was recorded, as `2026-11-22T17`, in Lagos. */
async function hourOf(page: Page): Promise<string> {
  const recorded = await page.getByRole('row').locator('time').first().getAttribute('datetime');
  return new Date(Date.parse(recorded!) + 3_600_000).toISOString().slice(0, 13);
}
