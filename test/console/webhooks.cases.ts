import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, webhooks', () => {
  it('replays the failed webhooks of a span of time at once, and one by itself', async () => {
    const page = await theConsole().pageOf('Finance', '/webhooks?status=failed');
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.first().waitFor();
    await rows.first().getByRole('link').click();
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
