import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

const NAVIGATION = {
  Administrator: [
    'Work queue',
    'Proposals',
    'Tickets',
    'Users',
    'Purchases',
    'Payouts',
    'Suspense',
    'System logs',
    'Background jobs',
  ],
  Support: ['Work queue', 'Proposals', 'Tickets', 'Users', 'Purchases', 'Payouts', 'Suspense'],
  Finance: ['Work queue', 'Proposals', 'Tickets', 'Users', 'Purchases', 'Payouts', 'Suspense'],
  Auditor: ['Work queue', 'Proposals', 'Tickets', 'Users', 'Purchases', 'Payouts', 'Suspense'],
  Compliance: ['Work queue', 'Proposals', 'Tickets', 'Users', 'Purchases', 'Payouts', 'Suspense'],
  Integrator: ['Work queue', 'System logs', 'Background jobs'],
} as const;
const CLOSED = { Support: '/books', Finance: '/staff', Auditor: '/jobs' } as const;

const WHO_MAY = {
  Support: 'which comes with Finance, Compliance, Auditor, or Administrator',
  Finance: 'which comes with Compliance, Auditor, or Administrator',
  Auditor: 'which comes with Integrator or Administrator',
} as const;

describe('console, its navigation', () => {
  it.each(Object.entries(NAVIGATION))('shows the screens that are for %s', async (role, screens) => {
    const page = await theConsole().pageOf(role as keyof typeof NAVIGATION, '/');
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    for (const name of screens) await page.getByRole('navigation').getByRole('link', { name }).first().waitFor();
    const hidden = NAVIGATION.Administrator.filter((name) => !(screens as readonly string[]).includes(name));
    for (const name of hidden) expect(await page.getByRole('navigation').getByRole('link', { name }).count()).toBe(0);
  });

  it.each(Object.entries(CLOSED))('says to %s which permission a screen needs', async (role, path) => {
    const page = await theConsole().pageOf(role as keyof typeof CLOSED, path);
    await expectShown(page.getByText('This is not for your account'));
    await expectShown(page.getByText(WHO_MAY[role as keyof typeof CLOSED]));
  });

  it('counts what waits, and leads to it', async () => {
    const page = await theConsole().pageOf('Finance', '/');
    const suspense = page.getByRole('region', { name: 'Money in suspense' });
    await suspense
      .getByRole('link', { name: /7,500\.00 Naira from/ })
      .first()
      .click();
    await expectShown(page.getByRole('heading', { name: /^₦7,500\.00 of Ibrahim Usman/ }));
  });

  it('names whose it is that waits, and is narrowed below its heading', async () => {
    const page = await theConsole().pageOf('Support', '/');
    await expectShown(page.getByRole('region', { name: 'Undecided purchases' }).getByText('Ada Obi').first());
    const heading = await page.getByRole('heading', { name: /^Hello/ }).boundingBox();
    const show = await page.getByRole('combobox', { name: 'Show' }).boundingBox();
    expect(show!.y).toBeGreaterThan(heading!.y);
    await theConsole().keepPicture(page, 'work-of-support');
  });

  it('says what undecided payouts wait for, and leads to them', async () => {
    const page = await theConsole().pageOf('Finance', '/');
    const waiting = page.getByRole('region', { name: 'Undecided payouts' });
    await waiting.getByText('Request processing in progress').first().waitFor();
    await page.getByRole('link', { name: 'All: Undecided payouts' }).click();
    await expectShown(page.getByRole('heading', { name: 'Payouts' }));
    expect(new URL(page.url()).search).toBe('?by=undecided');
    await expectShown(page.getByRole('cell', { name: 'Guaranty Trust Bank' }));
  });

  it('focuses the search with /, opens a single hit, and lists keys with ?', async () => {
    const page = await theConsole().pageOf('Support', '/users');
    await page.getByRole('link', { name: 'Ada Obi' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ada@demo.example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Obi' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/users\/\w+$/);
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  });
});
