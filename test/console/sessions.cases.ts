import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, its sessions', () => {
  it('signs in with password and code, and returns to the address that was asked for', async () => {
    const page = await theConsole().page('/users?by=name&value=Ada');
    await page.getByLabel('E-mail address').fill(theConsole().staff('Support').email);
    await page.getByRole('textbox', { name: 'Password' }).fill(theConsole().seed.password);
    await page.getByLabel(/Code of/).fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('pinc_invalid').waitFor();
    await page.getByLabel(/Code of/).fill(await theConsole().code('Support'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor();
    expect(new URL(page.url()).search).toBe('?by=name&value=Ada');
    await page.reload();
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor();
  });

  it('asks to sign in again where the session has ended, and goes on where it was', async () => {
    const page = await theConsole().pageOf('Finance', '/users');
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor();
    await page.evaluate(`
      const session = JSON.parse(sessionStorage.getItem('harmattan-console'));
      sessionStorage.setItem('harmattan-console', JSON.stringify({ ...session, secret: 'of-another-session' }));
    `);
    await page.getByRole('link', { name: 'Ada Obi' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('E-mail address').fill(theConsole().staff('Finance').email);
    await page.getByRole('textbox', { name: 'Password' }).fill(theConsole().seed.password);
    await page.getByLabel(/Code of/).fill(await theConsole().code('Finance'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Ada Obi' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('harmattan-console')`)).toBeNull();
  });
});
