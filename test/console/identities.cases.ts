import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

describe('console, identities', () => {
  it('shows both names side by side, why they differ, and who waits', async () => {
    const page = await theConsole().pageOf('Auditor', '/identities');
    await expectShown(page.getByRole('row', { name: /Funke Lawal.*watch listed/ }));
    await page.getByRole('link', { name: 'Chidi Okafor' }).first().click();
    await page.getByRole('heading', { name: 'Identity of Chidi Okafor' }).waitFor();
    const names = page.getByRole('table', { name: 'Both names' });
    await expectShown(names.getByRole('row', { name: /The customer gave Chidi Okafor/ }));
    await expectShown(page.getByText('A name is spelled in another way.'));
    await expectShown(page.getByText('BVN that ends with 0007'));
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  });

  it('says that a watch list is not told, and decides with a reason and a code', async () => {
    const page = await theConsole().pageOf('Compliance', '/identities');
    await page.getByRole('link', { name: 'Funke Lawal' }).first().click();
    await expectShown(page.getByText('Do not tell the customer.'));
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject this identity' });
    const reject = dialog.getByRole('button', { name: 'Reject' });
    await dialog.getByLabel(/Code of/).fill(await theConsole().code('Compliance'));
    expect(await reject.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The number is not hers');
    await reject.click();
    await page.getByText('The case is decided').waitFor();
    await expectShown(page.getByText('rejected', { exact: true }));
    expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0);
  });
});
