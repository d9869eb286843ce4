import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, providers and routes', () => {
  it('switches a provider off and on again, with a reason', async () => {
    const page = await theConsole().pageOf('Administrator', '/providers');
    const toggle = page.getByRole('switch', { name: 'sandbox on' }).first();
    for (const next of ['off', 'on']) {
      await toggle.press('Space');
      const dialog = page.getByRole('dialog', { name: `Switch sandbox ${next}` });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Maintenance');
      await dialog.getByRole('button', { name: `Switch ${next}` }).click();
      await page.getByText(`sandbox is ${next}`).waitFor();
      await expect.poll(() => toggle.isChecked()).toBe(next === 'on');
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
