import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, staff', () => {
  it('invites somebody and changes what they may do', async () => {
    const page = await theConsole().pageOf('Administrator', '/staff');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite to the staff' });
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('amina@harmattan.example');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+2348030000991');
    await dialog.getByRole('textbox', { name: 'Role' }).fill('Clerk');
    await dialog.getByRole('textbox', { name: 'Department' }).fill('Customer care');
    await dialog.getByRole('textbox', { name: 'About the person' }).fill('Evenings');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('link', { name: 'amina@harmattan.example' }).click();
    await page.getByRole('group', { name: 'Users' }).getByLabel('Lists').check();
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByText('The permissions were updated').waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Send the invitation again' }).waitFor();
    await page.goto(`${theConsole().service.url}/console/audit`);
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByRole('heading', { name: 'After' }).waitFor();
    expect(await page.getByRole('dialog').textContent()).toContain('getDataList');
  });

  it('shows who may only read no way to change permissions', async () => {
    const page = await theConsole().pageOf('Auditor', '/staff');
    await page.getByRole('link', { name: 'Temi Balogun' }).click();
    await page.getByRole('heading', { name: 'Permissions' }).waitFor();
    expect(await page.getByRole('checkbox', { disabled: false }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
  });

  it('shows support what they proposed of a user, on the page of the user and in the list, until they withdraw it', async () => {
    const page = await theConsole().pageOf('Support', `/users/${theConsole().userId('chidi')}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit this user' });
    await edit.getByRole('textbox', { name: 'Phone' }).fill('08031190077');
    await edit.getByRole('textbox', { name: 'Reason' }).fill('Lost the old number');
    await edit.getByRole('button', { name: 'Save' }).click();
    const waiting = page.getByRole('region', { name: 'Waits for approval: change who a user is' });
    await waiting.getByText('Lost the old number').waitFor();
    await page.getByRole('link', { name: 'Proposals' }).first().click();
    await page.getByRole('heading', { name: 'Proposals', exact: true }).waitFor();
    await page.getByText('Lost the old number').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'Change who a user is' }).click();
    await page.getByRole('heading', { name: 'Change who a user is' }).waitFor();
    await page.getByRole('region', { name: 'Who has it' }).getByRole('button', { name: 'Write a note' }).waitFor();
    await page.goto(`${theConsole().service.url}/console/users/${theConsole().userId('chidi')}`);
    await waiting.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw this proposal' });
    await dialog.getByLabel(/Code of/).fill(await theConsole().code('Support'));
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await waiting.waitFor({ state: 'detached' });
  });
});
