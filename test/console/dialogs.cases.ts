import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.js';
import { theConsole } from './support/console.js';
import { inParts } from './support/in-parts.js';
import { everyScreen, goTo, settled, type Visit } from './support/screens.js';

/** Buttons that open a dialog and do nothing else. */
const OPENERS =
  /^(Accept|Add an? .*|Adjust .*|Approve|Assign to a user|Book a settlement|Decide|Edit|Invite|Lift|Mend|Owner, due|Propose a change|Reactivate|Reject|Remove|Replay failed ones|Return to the payer|Reveal|Settle the debt|Suspend|Switch (off|on)|Write a note)$/;
/** Menus, whose entries all open one. */
const MENUS = /^(More|Actions)$/;
/** What is approved there is shown at once, and can be taken back. */
const WITHOUT_DIALOGS = ['/feedback'];
const WIDE = { width: 1280, height: 860 };
/** 1280 by 860 at 400 %. */
const ZOOMED = { width: 320, height: 215 };
/** Of the dialog above all others, in the page. */
const OVERFLOW = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)([...document.querySelectorAll('[role=dialog]')].at(-1))`;
/** What is behind the dialog is looked at without it. */
const BEHIND = ['main', 'header', '.mantine-AppShell-navbar'];

/** Looks at the dialog that is open, and closes it by the keyboard. @returns what is wrong with it */
async function look(page: Page, name: string): Promise<string[]> {
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  const faults = (await seriousFindings(page, { without: BEHIND })).map((finding) => `${name}: ${finding}`);
  if ((await dialog.locator(':focus').count()) === 0) faults.push(`${name}: the focus is not in it`);
  await page.setViewportSize(ZOOMED);
  const overflow = await page.evaluate<number>(OVERFLOW);
  if (overflow > 0) faults.push(`${name}: ${overflow} px too wide at 400 %`);
  await page.setViewportSize(WIDE);
  await theConsole().keepPicture(page, `dialog-${name}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

/** Names of buttons that can be pressed, in the page. */
const NAMES = `[...document.querySelectorAll('main button')]
  .filter((button) => button.checkVisibility() && !button.disabled)
  .map((button) => button.innerText.trim())`;

/** The first button of each name. */
async function byName(page: Page, names: RegExp): Promise<ReadonlyMap<string, Locator>> {
  const found = (await page.evaluate<string[]>(NAMES)).filter((name) => names.test(name));
  const main = page.getByRole('main');
  return new Map(
    found.map((name) => [
      name,
      main
        .locator('button:enabled')
        .filter({ hasText: new RegExp(`^${name}$`), visible: true })
        .first(),
    ]),
  );
}

/** Opens every dialog of these screens. @returns those that were open, and what is wrong with them */
async function openAll(screens: readonly Visit[]): Promise<{ opened: string[]; faults: string[] }> {
  const page = await theConsole().pageOf('Administrator', '/');
  await settled(page, 'Work queue');
  const [opened, faults]: [string[], string[]] = [[], []];
  for (const screen of screens) {
    await goTo(page, screen);
    for (const [name, button] of await byName(page, OPENERS)) {
      await button.click();
      opened.push(`${screen.title}, ${name}`);
      faults.push(...(await look(page, opened.at(-1)!)));
    }
    for (const menu of (await byName(page, MENUS)).values()) {
      await menu.click();
      const names = await page.getByRole('menuitem').allInnerTexts();
      await page.keyboard.press('Escape');
      for (const name of names) {
        await menu.click();
        await page.getByRole('menuitem', { name, exact: true }).click();
        opened.push(`${screen.title}, ${name}`);
        faults.push(...(await look(page, opened.at(-1)!)));
      }
    }
  }
  return { opened, faults };
}

describe('console, its dialogs', () => {
  it('can be read by everybody, hold the focus, fit at 400 % and close by Escape', async () => {
    const screens = (await everyScreen(theConsole())).filter(({ pattern }) => !WITHOUT_DIALOGS.includes(pattern));
    const parts = await Promise.all(inParts(screens).map(openAll));
    expect(parts.flatMap(({ faults }) => faults)).toEqual([]);
    expect(new Set(parts.flatMap(({ opened }) => opened)).size).toBeGreaterThan(30);
  });
});
