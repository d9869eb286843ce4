import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { expectShown, theConsole } from '../support/console.js';
import { withinClicks } from '../support/clicks.js';
import { queue, search } from '../support/steps.js';

async function reactivate(name: string): Promise<void> {
  const client = await theConsole().client('Administrator');
  await client.call('control_user_modify', { uxid: theConsole().userId(name), status: 'active' });
}

describe('console, the day: people', () => {
  it('suspend a thief', () =>
    withinClicks(2, async ({ at }) => {
      const thief = await theConsole().customer('bayo', 'stolen');
      await thief.call('user_wallet_get_info');
      const page = await at('Support');
      await search(page, 'bayo@demo.example');
      await page.getByRole('button', { name: 'Suspend' }).click();
      const dialog = page.getByRole('dialog', { name: 'Suspend this user' });
      await dialog.getByLabel('Reason').first().fill('The phone was stolen');
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('The user is suspended and signed out').waitFor();
      await page
        .getByRole('region', { name: 'What happened' })
        .getByText(/The phone was stolen/)
        .first()
        .waitFor();
      await expect(thief.call('user_wallet_get_info')).rejects.toMatchObject({ id: 'rqat_required' });
      await expect(theConsole().customer('bayo', 'stolen')).rejects.toMatchObject({ status: 403 });
      await reactivate('bayo');
    }));

  it('freeze a thief', () =>
    withinClicks(6, async ({ at }) => {
      const accomplice = await theConsole().customer('bayo', 'accomplice');
      const balance = await accomplice.call('user_wallet_get_info');
      const page = await at('Compliance');
      await queue(page, 'Money in suspense')
        .getByRole('link', { name: /9,000\.00 Naira from Funke Lawal/ })
        .click();
      await page.getByRole('region', { name: 'Payment' }).getByRole('link', { name: 'Funke Lawal' }).click();
      await page.getByText('Reported as stolen phone').first().waitFor();
      await page.getByRole('tab', { name: 'Transfers' }).click();
      await page
        .getByRole('row', { name: /Sent.*8,500\.00/ })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('heading', { name: 'Bayo Adeyemi' }).waitFor();
      await page.getByRole('button', { name: 'Suspend' }).click();
      const dialog = page.getByRole('dialog', { name: 'Suspend this user' });
      await dialog.getByText('Their money stays').waitFor();
      await dialog.getByLabel('Reason').first().fill('Has the money of a reversed deposit');
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('The user is suspended and signed out').waitFor();

      const transfer = { email: 'ada@demo.example', amount: 100 };
      await expect(accomplice.call('user_transfer_create', transfer)).rejects.toMatchObject({ id: 'rqat_required' });
      const compliance = await theConsole().client('Compliance');
      const frozen = await compliance.call('control_user_data_details', { uxid: theConsole().userId('bayo') });
      expect(frozen).toMatchObject({ status: 'suspended', suspendedReason: 'Has the money of a reversed deposit' });
      expect(frozen.balance).toBe(balance.balance);
      await reactivate('bayo');
    }));

  it('close an account', () =>
    withinClicks(3, async ({ at }) => {
      const leaving = await theConsole().customer('hauwa', 'leaving');
      const page = await at('Compliance');
      await search(page, 'hauwa@demo.example');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Close the account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close this account' });
      await dialog.getByText(/30 days/).waitFor();
      await dialog.getByLabel('Reason').fill('Asked for it by letter');
      await dialog.getByRole('button', { name: 'Close the account' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('closing', { exact: true }).first().waitFor();
      await expectShown(
        page
          .getByRole('region', { name: 'What happened' })
          .getByText(/Asked for it by letter/)
          .first(),
      );
      await expect(leaving.call('user_wallet_get_info')).rejects.toMatchObject({ id: 'rqat_required' });
      const compliance = await theConsole().client('Compliance');
      expect(await compliance.call('control_user_data_details', { uxid: theConsole().userId('hauwa') })).toMatchObject({
        status: 'closing',
      });
    }));

  it('who read this customer last week', () =>
    withinClicks(3, async ({ at }) => {
      const page = await at('Auditor');
      await search(page, 'ada@demo.example');
      await page.getByRole('tab', { name: 'Who looked' }).click();
      await page.getByRole('button', { name: 'Days' }).click();
      await page.getByRole('button', { name: 'Last week' }).click();
      await page.waitForURL(/from=.*to=/);
      await page.locator('.mantine-LoadingOverlay-root').waitFor({ state: 'detached' });
      const [from, to] = ['from', 'to'].map((name) => new URL(page.url()).searchParams.get(name)!) as [string, string];
      expect(Date.parse(to) - Date.parse(from)).toBe(6 * DAY_MS);
      await expectShown(page.getByRole('row', { name: /Looked at the purchases of the user.*musa-/ }).first());
      await expectShown(page.getByRole('row', { name: /Looked at the history of the wallet.*temi-/ }).first());
      const times = await page.getByRole('row').locator('time').all();
      const days = await Promise.all(times.map(async (time) => lagosDate(Date.parse((await time.getAttribute('datetime'))!))));
      expect(days.filter((day) => day < from || day > to)).toEqual([]);
    }));
});
