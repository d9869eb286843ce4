import { describe, expect, it } from 'vitest';
import { expectShown, theConsole } from './support/console.js';

describe('console, what was sent and what failed', () => {
  it('sends a test to an endpoint, and shows its attempt', async () => {
    const page = await theConsole().pageOf('Administrator', '/webhook-endpoints');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByRole('dialog').getByLabel('Address').fill('https://test.invalid/hooks');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Send a test to https://test.invalid/hooks' }).click();
    await page.getByRole('heading', { name: 'ping' }).waitFor();
    await expectShown(page.getByText('1, manual'));
  });

  it('says of an endpoint that it is off, with a switch that says so too, and that nothing happened', async () => {
    const page = await theConsole().pageOf('Administrator', '/webhook-endpoints');
    await page.getByRole('link', { name: 'https://hooks.demo.example/harmattan' }).click();
    await page.getByText('off', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'What happened' }).getByText('Nothing yet.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit this endpoint' });
    expect(await dialog.getByRole('switch', { name: 'On' }).isChecked()).toBe(false);
    await theConsole().keepPicture(page, 'endpoint-off');
  });

  it('lists webhooks of a span of time', async () => {
    const page = await theConsole().pageOf('Finance', '/webhooks?until=2020-01-01T00:00');
    await page.getByText('No webhook matches').waitFor();
    await page.getByLabel('Until, in Lagos').fill('2100-01-01T00:00');
    await page.getByRole('link', { name: 'transfer.completed' }).first().waitFor();
    expect(new URL(page.url()).search).toContain('until=2100');
  });

  it('finds a failed request by the reference that a user tells', async () => {
    const page = await theConsole().pageOf('Administrator', '/search?q=7kq2m9xd');
    await page.getByText('user_wallet_history was answered with 500').waitFor();
    await expectShown(page.getByText(/QueryFailedError ER_LOCK_WAIT_TIMEOUT/));
  });

  it('shows the differences of a reconciliation', async () => {
    const page = await theConsole().pageOf('Finance', '/books');
    await page
      .getByRole('row', { name: /, sandbox differing/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { name: 'Differences' }).waitFor();
    for (const kind of ['missing here', 'missing there']) await page.getByRole('cell', { name: kind, exact: true }).waitFor();
    await expectShown(page.getByText('SBX-UNKNOWN-1', { exact: true }));
  });
});

describe('console, lists and records', () => {
  it('offers the next page of a plain list only where there is one', async () => {
    const page = await theConsole().pageOf('Administrator', `/users/${theConsole().userId('ada')}?tab=wallet`);
    const next = page.getByRole('button', { name: 'Next page' });
    await next.waitFor();
    for (let turn = 0; turn < 10 && (await next.isEnabled()); turn++) {
      const answer = page.waitForResponse((response) => /control_user_wallet_history.*page=/.test(response.url()));
      await next.click();
      await answer;
      await page.locator('.mantine-LoadingOverlay-root').waitFor({ state: 'detached' });
      expect(await page.getByText('Nothing has moved in this wallet').count()).toBe(0);
    }
    expect(await next.isDisabled()).toBe(true);
    await page.goto(`${theConsole().service.url}/console/users/${theConsole().userId('funke')}?tab=wallet`);
    await page.getByText('Deposit from Funke Lawal').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await next.count()).toBe(0);
  });

  it('has the category of an FAQ in its form', async () => {
    const page = await theConsole().pageOf('Administrator', '/faqs?category=Bills');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    expect(await page.getByRole('dialog').getByLabel('Category').inputValue()).toBe('bills');
  });

  it('offers to reveal a token only where one was delivered', async () => {
    const page = await theConsole().pageOf('Finance', '/purchases');
    await page
      .getByRole('row', { name: /Airtime.*completed/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { name: 'What the providers said' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reveal' }).count()).toBe(0);
  });

  it('shows a payout with its session to copy, and offers that it came back', async () => {
    const page = await theConsole().pageOf('Finance', '/payouts?by=account&value=1018234567');
    await page
      .getByRole('row', { name: /complete/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { name: /, ₦12,000\.00$/ }).waitFor();
    expect(
      await page
        .getByRole('region', { name: 'Payout' })
        .getByRole('button', { name: /^Copy [0-9]{30}$/ })
        .count(),
    ).toBe(1);
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide this payout' });
    await expectShown(dialog.getByRole('radio', { name: 'Came back' }));
    expect(await dialog.getByRole('radio').count()).toBe(1);
  });

  it('shows the payouts and payees of a user', async () => {
    const page = await theConsole().pageOf('Support', `/users/${theConsole().userId('ada')}?tab=payouts`);
    await page.getByRole('cell', { name: 'Access Bank' }).first().waitFor();
    await page.getByRole('tab', { name: 'Payees' }).click();
    await expectShown(page.getByRole('cell', { name: 'Access Bank, 0690004561' }));
    expect(await page.getByRole('cell', { name: 'Landlord', exact: true }).count()).toBe(1);
  });

  it('shows who looked at a user to whoever may see the user', async () => {
    const page = await theConsole().pageOf('Support', `/users/${theConsole().userId('ada')}?tab=audit`);
    await page
      .getByText(/Looked at the details of the user/)
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: 'Audit', exact: true }).count()).toBe(0);
  });
});
