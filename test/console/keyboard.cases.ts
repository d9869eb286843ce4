import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

const expectFocus = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();

/** Presses Tab so often that it would leave anything that does not hold the focus. */
async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    await page.keyboard.press('Tab');
    expect(await dialog.locator(':focus').count(), `after ${turn + 1} times Tab`).toBe(1);
  }
}

describe('console, by keyboard', () => {
  it('skips search and navigation', async () => {
    const page = await theConsole().pageOf('Finance', '/users');
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor();
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('combobox', { name: 'Find by' }));
    expect(new URL(page.url()).pathname).toBe('/console/users');
  });

  it('searches from anywhere, steps through what is found with arrows, and opens it with Enter', async () => {
    const page = await theConsole().pageOf('Administrator', '/tariffs');
    await page.getByRole('heading', { name: 'Tariffs and limits' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('h');
    await expectFocus(page.getByRole('searchbox', { name: 'Search' }));
    await page.keyboard.type('a');
    await page.keyboard.press('Enter');
    const found = page.getByRole('main').getByRole('link');
    await found.nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await expectFocus(found.nth(0));
    await page.keyboard.press('ArrowDown');
    await expectFocus(found.nth(1));
    await page.keyboard.press('ArrowUp');
    await expectFocus(found.nth(0));
    const name = await found.nth(0).innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  it('goes on with the screen that a link leads to, whose tab names the record', async () => {
    const page = await theConsole().pageOf('Finance', '/users');
    await page.getByRole('link', { name: 'Ada Obi' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Obi' }).waitFor();
    await expectFocus(page.getByRole('main'));
    await expect.poll(() => page.title()).toBe('Ada Obi, User · Harmattan console');
  });

  it.each([
    ['dialog', () => `/users/${theConsole().userId('ada')}`, 'Suspend'],
    ['drawer', () => '/audit', 'Show'],
  ])('keeps the focus in a %s, and gives it back when Escape closes it', async (_, path, opener) => {
    const page = await theConsole().pageOf('Administrator', path());
    const button = page.getByRole('button', { name: opener, exact: true }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator(':focus').waitFor();
    await expectTrapped(page, dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(button);
  });
});
