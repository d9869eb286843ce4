import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

describe('console, users', () => {
  it('finds users by what the address says, and opens one by keyboard', async () => {
    const page = await theConsole().pageOf('Administrator', '/users');
    await page.getByRole('link', { name: 'Chidi Okafor' }).waitFor();
    await page.getByRole('combobox', { name: 'Find by' }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('bayo');
    await page.getByRole('link', { name: 'Chidi Okafor' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?by=name&value=bayo');
    await page.getByRole('link', { name: 'Bayo Adeyemi' }).press('Enter');
    await page.getByRole('heading', { name: 'Bayo Adeyemi' }).waitFor();
    await page.goBack();
    await page.getByRole('textbox', { name: 'Value' }).fill('nobody-of-this-name');
    await page.getByText('No user matches').waitFor();
  });

  it('shows who may not modify no buttons to do so', async () => {
    const page = await theConsole().pageOf('Auditor', `/users/${theConsole().userId('ada')}`);
    await page.getByRole('heading', { name: 'Ada Obi' }).waitFor();
    expect(await page.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
  });

  it('shows an error with its ID and its reference', async () => {
    const page = await theConsole().pageOf('Administrator', '/users/01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const alert = page.getByRole('alert');
    await alert.getByText('user_not_found').waitFor();
    expect(await alert.textContent()).toMatch(/Reference [0-9A-Z]{8}/);
  });

  it('fits a phone, in the dark', async () => {
    const page = await theConsole().freshPageOf('Administrator', '/users', { width: 390, scheme: 'dark' });
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Users', exact: true }).waitFor();
  });
});
