import type { Locator, Page } from 'playwright-core';
import { theConsole } from './console.js';
import type { Role } from './demonstration.js';

/** Searches over everything, by keyboard. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Leads to a screen of the navigation. */
export async function open(page: Page, screen: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click();
}

/** What waits of one kind, on the first screen. */
export function queue(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Opens the proposal of this reason. */
export async function openProposal(page: Page, reason: RegExp): Promise<void> {
  await open(page, /^Proposals/);
  await page.getByRole('row', { name: reason }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
}

/** Approves what is open, with a code of this role. */
export async function approve(page: Page, role: Role): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this proposal' });
  await dialog.getByLabel(/Code of/).fill(await theConsole().code(role));
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('executed', { exact: true }).first().waitFor();
}

/** Says in the open dialog why, and proposes it. */
export async function propose(dialog: Locator, reason: string): Promise<void> {
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await dialog.waitFor({ state: 'detached' });
}
