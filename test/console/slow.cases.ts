import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

/** A phone at the edge of a network: 400 ms there and back, 50 KB a second. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = 50 * 1024;
  await session.send('Network.emulateNetworkConditions', {
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
    offline: false,
  });
}

describe('console, slow and broken networks', () => {
  it('says that it loads while its scripts are on their way', async () => {
    const page = await theConsole().page('/sign-in');
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expectShown(page.getByText('The console is loading'));
    goOn();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('The console is loading').count()).toBe(0);
  });

  it('says that a screen loads on a slow network, and shows it', async () => {
    const page = await theConsole().freshPageOf('Support', '/');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await slowDown(page);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Tickets/ })
      .click();
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).first().waitFor();
    await expectShown(page.getByRole('link', { name: 'Token not delivered' }));
  });

  it('keeps what is written while the connection is gone, and sends it when it is back', async () => {
    const page = await theConsole().freshPageOf('Support', '/tickets', { mayFail: true });
    await page.getByRole('link', { name: 'Token not delivered' }).click();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.fill('We have asked the provider for your token.');

    await page.context().setOffline(true);
    // Else the answer could still go out.
    await page.getByText('You are offline').first().waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await expectShown(page.getByText('You are offline').first());
    expect(await answer.inputValue()).toBe('We have asked the provider for your token.');

    // It goes out by itself when the connection is back, unless the page is loaded anew before, which this makes sure of.
    const isReply = (url: URL) => url.pathname === '/control_support_ticket_reply';
    await page.route(isReply, (route) => route.abort('internetdisconnected'));
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(() => answer.inputValue()).toBe('We have asked the provider for your token.');
    await page.unroute(isReply);
    await page.getByRole('button', { name: 'Send' }).click();
    await expectShown(page.getByRole('region', { name: 'Conversation' }).getByText('We have asked the provider for your token.'));
    await expect.poll(() => answer.inputValue()).toBe('');
  });
});
