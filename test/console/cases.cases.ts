import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

describe('console, cases', () => {
  it('tells what happened to a purchase in words, and lets it be taken, noted and given back', async () => {
    const page = await theConsole().pageOf('Administrator', '/?show=kind%3Apurchase');
    const link = page.getByRole('main').getByRole('link', { name: /Naira/ }).first();
    const title = await link.innerText();
    await link.click();
    const happened = page.getByRole('region', { name: 'What happened' });
    await happened.getByText('was ordered').waitFor();
    await expectShown(happened.getByText('The money was taken from the wallet and is held').first());

    const owner = page.getByRole('region', { name: 'Who has it' });
    await owner.getByText('Nobody').waitFor();
    await owner.getByRole('button', { name: 'Take' }).click();
    await owner.getByText('Nobody').waitFor({ state: 'detached' });
    await owner.getByRole('button', { name: 'Write a note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write a note' });
    await dialog.getByLabel('Note').fill('Rang the provider: <b>they look</b>');
    // It is kept until it is written.
    await page.reload();
    await owner.getByRole('button', { name: 'Write a note' }).click();
    expect(await dialog.getByLabel('Note').inputValue()).toBe('Rang the provider: <b>they look</b>');
    await dialog.getByRole('button', { name: 'Write' }).click();
    await expectShown(owner.getByText('Rang the provider: <b>they look</b>'));
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Rang the provider');

    await page.goto(`${theConsole().service.url}/console/?show=mine`);
    await page.getByRole('heading', { name: 'What is mine' }).waitFor();
    await expectShown(page.getByRole('main').getByRole('link', { name: title }));
    await page.getByRole('main').getByRole('link', { name: title }).click();
    await owner.getByRole('button', { name: 'Hand over, due' }).click();
    const hand = page.getByRole('dialog', { name: 'Owner and due time' });
    await hand.getByLabel('Due, in Lagos').fill('2099-01-01T10:00');
    await hand.getByText('Thursday, 1 January 2099 at 10:00').waitFor();
    await theConsole().keepPicture(page, 'hand-over');
    await hand.getByRole('button', { name: 'Save' }).click();
    await expectShown(owner.getByText('1 Jan 2099, 10:00'));
  });

  it('are handed over to who may have them, also by who may not list staff', async () => {
    const page = await theConsole().pageOf('Support', '/');
    await page.getByRole('region', { name: 'Undecided purchases' }).getByRole('link', { name: /Naira/ }).first().click();
    await page.getByRole('button', { name: 'Owner, due' }).click();
    await page.getByRole('dialog', { name: 'Owner and due time' }).getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: /^ngozi-/ }).waitFor();
    await page.getByRole('option', { name: /^temi-/ }).waitFor();
    // The integrator may not see purchases.
    expect(await page.getByRole('option', { name: /^emeka-/ }).count()).toBe(0);
  });

  it('says of a purchase to all who see it that a refund is proposed', async () => {
    const page = await theConsole().pageOf('Support', '/');
    await page
      .getByRole('region', { name: 'Undecided purchases' })
      .getByRole('link', { name: 'IKEDC Prepaid, 20,000.00 Naira' })
      .click();
    await expectShown(page.getByText('A refund is proposed, and waits for approval.'));
    await theConsole().keepPicture(page, 'proposed-refund');
  });

  it('shows which money in suspense has a proposal, and tells of it once', async () => {
    const page = await theConsole().pageOf('Administrator', '/suspense');
    await page
      .getByRole('row', { name: /Ibrahim Usman.*give to a user/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByText('It is proposed to give it to a user, and waits for approval.').waitFor();
    const happened = page.getByRole('region', { name: 'What happened' });
    await happened.getByText('It was proposed: give the payment to a user').waitFor();
    expect(await happened.getByText('Proposed to give the payment to a user').count()).toBe(0);
    await theConsole().keepPicture(page, 'proposed-suspense');
  });

  it('names the journals behind a purchase, each with its page and accounts that open', async () => {
    const page = await theConsole().pageOf('Administrator', '/purchases');
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    const happened = page.getByRole('region', { name: 'What happened' });
    await happened.getByRole('link', { name: 'The journal' }).first().click();
    await page.getByRole('region', { name: 'Journal' }).waitFor();
    await page.getByRole('link', { name: /^system:held:/ }).click();
    await page.getByRole('button', { name: 'Balance' }).waitFor();
    await expectShown(page.getByRole('link', { name: /held/ }).first());
  });

  it('says what was ordered and what was received of a deposit', async () => {
    const page = await theConsole().pageOf('Administrator', '/deposits');
    await page
      .getByRole('row', { name: /completed/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByText('Ordered', { exact: true }).waitFor();
    await expectShown(page.getByText('Received', { exact: true }));
    await expectShown(page.getByRole('region', { name: 'What happened' }).getByText('A payment was booked'));
  });

  it('shows names in place of ids, asked for by one request', async () => {
    const page = await theConsole().pageOf('Administrator', '/');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('control_name_fetch')) asked.push(request.url());
    });
    await page.goto(`${theConsole().service.url}/console/audit`);
    await page.getByRole('columnheader', { name: 'Who' }).waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(asked).toHaveLength(1);
    expect(await page.getByRole('cell', { name: /^[0-9A-Z]{26}$/ }).count()).toBe(0);
  });
});
