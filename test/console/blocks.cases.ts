import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

describe('console, blocks', () => {
  it('shows who is blocked, and finds by an address what is counted without a block', async () => {
    const page = await theConsole().pageOf('Support', '/blocks');
    await page.getByText('new_device_mails').waitFor();
    await expectShown(page.getByText('3 of 3'));
    await page.goto(`${theConsole().service.url}/console/blocks?by=subject&value=ada%40demo.example`);
    await page.getByText('network_passwords').waitFor();
    await expectShown(page.getByText('4 of 5'));
    await expectShown(page.getByText('counted', { exact: true }));
  });

  it('lifts what is counted with a reason and a code, and shows no button to who may not', async () => {
    const auditor = await theConsole().pageOf('Auditor', '/blocks');
    await auditor.getByText('new_device_mails').waitFor();
    expect(await auditor.getByRole('button', { name: 'Lift' }).count()).toBe(0);

    const page = await theConsole().pageOf('Support', '/blocks?by=subject&value=ada%40demo.example');
    await page.getByRole('button', { name: 'Lift' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lift this block' });
    const lift = dialog.getByRole('button', { name: 'Lift' });
    expect(await lift.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ada called from her number');
    await dialog.getByLabel(/Code of/).fill(await theConsole().code('Support'));
    await lift.click();
    await page.getByText('The block is lifted').waitFor();
    await page.getByText('Nobody is blocked').waitFor();
  });
});
