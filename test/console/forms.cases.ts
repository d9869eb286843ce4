import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('console, what staff do to a user', () => {
  it('holds money until somebody else lifts it', async () => {
    const page = await theConsole().pageOf('Administrator', `/users/${theConsole().userId('bayo')}`);
    await choose(page, 'Hold money');
    const dialog = page.getByRole('dialog', { name: 'Hold money in the wallet' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('150');
    const hold = dialog.getByRole('button', { name: 'Hold', exact: true });
    expect(await hold.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A court order');
    await hold.click();
    const held = page.getByRole('region', { name: 'Money that is held' });
    await held.getByRole('row', { name: /150\.00.*It is lifted.*A court order/ }).waitFor();
    await held.getByRole('button', { name: 'Lift' }).click();
    const lifting = page.getByRole('dialog', { name: 'Lift this hold' });
    await lifting.getByRole('textbox', { name: 'Reason' }).fill('The order is over');
    await lifting.getByRole('button', { name: 'Lift', exact: true }).click();
    await expectShown(lifting.getByRole('alert'));
    const colleague = await theConsole().pageOf('Compliance', `/users/${theConsole().userId('bayo')}`);
    await colleague.getByRole('button', { name: 'Lift' }).click();
    const other = colleague.getByRole('dialog', { name: 'Lift this hold' });
    await other.getByRole('textbox', { name: 'Reason' }).fill('The order is over');
    await other.getByRole('button', { name: 'Lift', exact: true }).click();
    await colleague.getByText('The hold is lifted').waitFor();
  });

  it('edits names at once, and a phone number once somebody else has approved it', async () => {
    const page = await theConsole().pageOf('Administrator', `/users/${theConsole().userId('hauwa')}`);
    await choose(page, 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit this user' });
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Last name').fill('Sani-Musa');
    await dialog.getByLabel('Phone').fill('08081110078');
    await dialog.getByLabel('Reason').fill('By letter, forms');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Hauwa Sani-Musa' }).waitFor();
    await page
      .getByRole('region', { name: /^Waits for approval/ })
      .getByText('+2348081110078')
      .waitFor();
    expect(await page.getByRole('region', { name: 'Profile' }).getByText('+2348081110078').count()).toBe(0);
    const approver = await theConsole().pageOf('Finance', '/proposals');
    await approver
      .getByRole('row', { name: /By letter, forms/ })
      .getByRole('link')
      .first()
      .click();
    await approver.getByRole('heading', { name: 'Change who a user is' }).waitFor();
    await expectShown(approver.getByRole('row', { name: /Phone.*\+2348081110078/ }));
  });

  it.each([
    ['PDF', '.pdf', '%PDF-'],
    ['CSV', '.csv', 'opening,Opening balance'],
  ])('downloads a statement as %s', async (format, ending, content) => {
    const page = await theConsole().pageOf('Auditor', `/users/${theConsole().userId('ada')}`);
    await choose(page, 'Statement');
    const dialog = page.getByRole('dialog', { name: 'Statement of the wallet' });
    await dialog.getByText(format, { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^statement-.*\\${ending}$`));
    expect((await readFile(await download.path())).toString('latin1')).toContain(content);
  });

  it('says beside a field what the service did not take of it, with the ID', async () => {
    const page = await theConsole().pageOf('Support', `/users/${theConsole().userId('chidi')}`);
    await choose(page, 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit this user' });
    const phone = dialog.getByRole('textbox', { name: 'Phone' });
    await phone.fill('12');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost the old number');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectShown(dialog.getByText('phone_invalid'));
    expect(await phone.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.locator(':focus').getAttribute('data-path')).toBe('phone');
    await phone.fill('08031190078');
    expect(await phone.getAttribute('aria-invalid')).toBeNull();
  });

  it('shows devices, and signs one out', async () => {
    const page = await theConsole().pageOf('Administrator', `/users/${theConsole().userId('halima')}?tab=devices`);
    await page.getByRole('button', { name: "Sign out Halima's phone" }).click();
    const dialog = page.getByRole('dialog', { name: "Sign out Halima's phone" });
    await dialog.getByLabel('Reason').fill('Lost');
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('No device is signed in').waitFor();
    await page.getByRole('tab', { name: 'Notices' }).click();
    await expectShown(page.getByText('You were signed out'));
    const auditor = await theConsole().pageOf('Auditor', `/users/${theConsole().userId('ada')}?tab=devices`);
    await auditor.getByRole('tab', { name: 'Devices', selected: true }).waitFor();
    expect(await auditor.getByRole('button', { name: /^Sign out/ }).count()).toBe(0);
  });
});
