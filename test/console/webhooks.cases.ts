import { describe, expect, it } from 'vitest';
import { HarmattanClient } from '../../packages/client/src/index.js';
import { expectShown, theConsole } from './support/console.js';

describe('console, several at once', () => {
  it('closes the tickets that are chosen, and no other', async () => {
    const { service, seed } = theConsole();
    const ada = new HarmattanClient({ baseUrl: service.url });
    await ada.signIn('user_profile_login', { emal: 'ada@demo.example', pswd: seed.password, dvty: 'Web', dsnm: 'several' });
    for (const subject of ['Told first', 'Told second', 'Told third'])
      await ada.call('support_ticket_create', { subject, message: 'Again', category: 'other', priority: 'low' });
    const page = await theConsole().pageOf('Administrator', '/tickets?status=open');
    await page.getByRole('link', { name: 'Told third' }).waitFor();
    for (const name of ['Choose row 1', 'Choose row 2']) await page.getByRole('checkbox', { name, exact: true }).click();
    await page.getByText('2 chosen').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Close 2 tickets' });
    await dialog.getByText('Told third').waitFor();
    await dialog.getByRole('button', { name: 'Close them' }).click();
    await expectShown(page.getByText('2 tickets are closed'));
    const left = await ada.page('support_ticket_fetch', { status: 'open' });
    expect(left.items.map(({ subject }) => subject).filter((subject) => subject.startsWith('Told'))).toEqual(['Told first']);
  });
});

describe('console, webhooks', () => {
  it('replays the failed webhooks of a span of time at once, and one by itself', async () => {
    const page = await theConsole().pageOf('Finance', '/webhooks?status=failed');
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.first().waitFor();
    await rows.first().getByRole('link').first().click();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The webhook is tried again').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Replay failed ones' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay failed webhooks' });
    await dialog.getByLabel('From').fill('2020-01-01T00:00');
    await dialog.getByRole('button', { name: 'Find' }).click();
    await dialog.getByRole('button', { name: /^Replay [1-9]\d*$/ }).click();
    expect(await dialog.getByText(/webhooks are tried again/).textContent()).toMatch(/^[1-9]/);
  });

  it('shows the secret of an endpoint once', async () => {
    const page = await theConsole().pageOf('Administrator', '/webhook-endpoints');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
    await dialog.getByLabel('Address').fill('https://shop.example/hooks');
    await dialog.getByLabel('In words').fill('<img src=x onerror=alert(1)>');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const secret = await page.getByText(/^whsec_/).textContent();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('https://shop.example/hooks').waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.getByText(secret!).count()).toBe(0);
  });
});
