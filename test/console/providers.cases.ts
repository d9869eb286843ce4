import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, banks', () => {
  it('says which bank a provider lists, with a reason', async () => {
    const page = await theConsole().pageOf('Administrator', '/banks?search=zenith');
    await page.getByRole('button', { name: 'Mend Zenith Bank of sandbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'What is Zenith Bank of sandbox?' });
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'A bank of ours' }).click();
    await dialog.getByRole('combobox', { name: 'Our code of the bank' }).fill('zen');
    await page.getByRole('option', { name: /Zenith Bank/ }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked the provider');
    await dialog.getByRole('button', { name: 'Mend' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('cell', { name: 'staff', exact: true }).count()).toBe(1);
  });

  it('shows who may not modify no button to mend', async () => {
    const page = await theConsole().pageOf('Finance', '/banks');
    await page.getByRole('columnheader', { name: 'Matched by' }).waitFor();
    expect(await page.getByRole('button', { name: /^Mend/ }).count()).toBe(0);
  });
});

describe('console, providers and routes', () => {
  it('switches a provider off and on again for one kind of work, says what stops, and asks for a reason', async () => {
    const page = await theConsole().pageOf('Administrator', '/providers');
    const toggle = page.getByRole('switch', { name: 'sandbox on for payouts' });
    const others = page.getByRole('switch', { name: /^sandbox on for (purchases|deposits)$/ });
    for (const next of ['off', 'on']) {
      await toggle.press('Space');
      const dialog = page.getByRole('dialog', { name: `Switch sandbox ${next} for payouts` });
      const effect = next === 'off' ? 'No other provider takes payouts: all of them stop' : 'It gets new payouts again.';
      await dialog.getByText(effect).waitFor();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Maintenance');
      await dialog.getByRole('button', { name: `Switch ${next}` }).click();
      await page.getByText(`sandbox is ${next} for payouts`).waitFor();
      await expect.poll(() => toggle.isChecked()).toBe(next === 'on');
      for (const other of await others.all()) expect(await other.isChecked()).toBe(true);
    }
  });

  it('switches a route off and on again', async () => {
    const page = await theConsole().pageOf('Administrator', '/routes');
    const toggle = page.getByRole('switch').first();
    await toggle.press('Space');
    await expect.poll(() => toggle.isChecked()).toBe(false);
    await toggle.press('Space');
    await expect.poll(() => toggle.isChecked()).toBe(true);
  });
});
