import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

/** A platform authenticator of Chromium, which agrees at once. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifiesUser: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function fillIn(page: Page): Promise<void> {
  const { seed } = theConsole();
  await page.getByLabel('E-mail address').fill(theConsole().staff('Compliance').email);
  await page.getByRole('textbox', { name: 'Password' }).fill(seed.password);
}

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click();

describe('console, passkeys', () => {
  it('are added, sign in in place of a code, and are removed', async () => {
    const page = await theConsole().page('/sign-in', { byName: true });
    const authenticator = await withAuthenticator(page);
    await fillIn(page);
    await usePasskey(page);
    await expectShown(page.getByRole('alert').getByText('There is no passkey of yours'));
    await page.getByLabel('Code of your authenticator app').fill(await theConsole().code('Compliance'));
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await authenticator.verifiesUser(false);
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByLabel('Code of your authenticator app').fill(await theConsole().code('Compliance'));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expectShown(dialog.getByText('You gave no passkey'));
    expect(await dialog.getByLabel('Code of your authenticator app').count()).toBe(0);
    await authenticator.verifiesUser(true);
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    await expectShown(section.getByText('Work laptop'));
    await expectShown(section.getByText('Never'));

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await fillIn(page);
    await authenticator.verifiesUser(false);
    await usePasskey(page);
    await expectShown(page.getByRole('alert').getByText('You gave no passkey'));
    await authenticator.verifiesUser(true);
    await usePasskey(page);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await expectShown(section.getByText('Work laptop'));
    expect(await section.getByText('Never').count()).toBe(0);

    await section.getByRole('button', { name: 'Remove Work laptop' }).click();
    await dialog.getByLabel('Code of your authenticator app').fill(await theConsole().code('Compliance'));
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await section.getByText('Work laptop').waitFor({ state: 'detached' });
  });

  it('need another code where the offer has expired', async () => {
    const page = await theConsole().freshPageOf('Compliance', '/account', { byName: true });
    const authenticator = await withAuthenticator(page);
    await authenticator.verifiesUser(false);
    await page.clock.install();
    await page.getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByLabel('Code of your authenticator app').fill(await theConsole().code('Compliance'));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expectShown(dialog.getByRole('button', { name: 'Ask again' }));
    await page.clock.fastForward('05:00');
    await expectShown(dialog.getByLabel('Code of your authenticator app'));
  });

  it('say where they work where the console is opened by an address', async () => {
    const page = await theConsole().freshPageOf('Integrator', '/account');
    await page.getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByLabel('Code of your authenticator app').fill(await theConsole().code('Integrator'));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expectShown(dialog.getByText('Passkeys work only where the console is opened over https'));
  });

  it('are not asked for where the browser has none', async () => {
    const page = await theConsole().page('/sign-in', { byName: true });
    await page.evaluate('delete window.PublicKeyCredential');
    await fillIn(page);
    await usePasskey(page);
    await expectShown(page.getByText('This browser knows no passkeys'));
  });
});
