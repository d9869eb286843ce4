import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

describe('console, the own account', () => {
  it('shows sessions, how the password is changed, and what somebody did', async () => {
    const page = await theConsole().pageOf('Auditor', '/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await expectShown(page.getByRole('heading', { name: 'Your account' }));
    await expectShown(page.getByRole('region', { name: 'Where you are signed in' }).getByText('this one').first());
    await expectShown(page.getByRole('heading', { name: 'What you did' }));
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expectShown(page.getByLabel('Code from the mail'));
    expect(await page.getByLabel('New password').count()).toBe(1);
  });

  it('begins granting from a role, of which single permissions are changed', async () => {
    const page = await theConsole().pageOf('Administrator', '/staff');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Begin with the permissions of' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Role', exact: false }).inputValue()).toBe('Support');
    await dialog.getByRole('button', { name: 'Permissions' }).click();
    await expectShown(dialog.getByRole('group', { name: 'Users' }));
    const full = dialog.getByRole('checkbox', { name: 'E-mail addresses and phones in full' });
    expect(await full.isChecked()).toBe(false);
    expect(await dialog.getByRole('group', { name: 'Users' }).getByRole('checkbox', { name: 'Change' }).isChecked()).toBe(true);
    await full.check();
    await expectShown(dialog.getByText('Choose a role, then change single permissions'));
  });
});
