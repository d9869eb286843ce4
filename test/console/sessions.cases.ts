import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';
import type { Role } from './support/demonstration.js';
import { readableBy, spoilSession } from './support/kept-session.js';

async function signIn(page: Page, role: Role): Promise<void> {
  await page.getByLabel('E-mail address').fill(theConsole().staff(role).email);
  await page.getByRole('textbox', { name: 'Password' }).fill(theConsole().seed.password);
  await page.getByLabel(/Code of/).fill(await theConsole().code(role));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

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
    await spoilSession(page);
    await page.getByRole('link', { name: 'Ada Obi' }).click();
    await page.getByText('Your session has ended').waitFor();
    await signIn(page, 'Finance');
    await page.getByRole('heading', { name: 'Ada Obi' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await readableBy(page)).toMatchObject({ signedIn: false });
  });

  it('is one for all tabs: a link opens signed in, signing out ends it in each, and signing in goes on in each', async () => {
    const page = await theConsole().page('/users');
    await signIn(page, 'Auditor');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Ada Obi' }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('heading', { name: 'Ada Obi' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByText('Your session has ended').waitFor();
    await signIn(page, 'Auditor');
    await tab.getByRole('heading', { name: 'Ada Obi' }).waitFor();
    expect(new URL(tab.url()).pathname).toBe(`/console/users/${theConsole().userId('ada')}`);
  });

  it('leaves nothing that a script could take away: it signs while its page is open, and the key has no bytes to read', async () => {
    const page = await theConsole().pageOf('Support', '/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    const { texts, exported, signedIn } = await readableBy(page);
    expect([signedIn, exported]).toEqual([true, 'InvalidAccessError']);
    const { secret } = JSON.parse(await theConsole().sessionOf('Support')) as { readonly secret: string };
    expect(texts).not.toContain(secret);
  });
});
