import { describe, expect, it } from 'vitest';
import { type Role, theConsole } from './support/console.js';

const EVERYBODY: readonly Role[] = ['Administrator', 'Support', 'Finance', 'Auditor'];

/** Address, its heading, and who may see it; all others are told which permission is missing. */
const SCREENS: readonly (readonly [path: string, heading: string, roles: readonly Role[]])[] = [
  ['/dashboard', 'Dashboard', ['Administrator', 'Finance', 'Auditor']],
  ['/users', 'Users', EVERYBODY],
  ['/test-users', 'Test users', EVERYBODY],
  ['/visitors', 'Visitors', ['Administrator']],
  ['/ads', 'Ads', ['Administrator']],
  ['/deposits', 'Deposits', ['Administrator', 'Finance']],
  ['/books', 'Books', ['Administrator', 'Finance']],
  ['/tariffs', 'Tariffs and limits', ['Administrator', 'Finance']],
  ['/providers', 'Providers', ['Administrator']],
  ['/routes', 'Routes', ['Administrator']],
  ['/webhooks', 'Webhooks', ['Administrator', 'Finance']],
  ['/webhook-endpoints', 'Webhook endpoints', ['Administrator', 'Finance']],
  ['/faqs', 'FAQs', ['Administrator', 'Support']],
  ['/tutorials', 'Tutorials', ['Administrator', 'Support']],
  ['/feedback', 'Feedback', ['Administrator', 'Support']],
  ['/contact', 'Contact forms', ['Administrator', 'Support']],
  ['/staff', 'Staff', ['Administrator', 'Auditor']],
  ['/staff/grants', 'Who may do what', ['Administrator', 'Auditor']],
  ['/audit', 'Audit', ['Administrator']],
];

describe('console, its screens', () => {
  it.each(EVERYBODY)(
    'shows %s what is for them, and says of the rest which permission it needs',
    async (role) => {
      const page = await theConsole().pageOf(role, '/');
      const seen: Record<string, boolean> = {};
      for (const [path, heading] of SCREENS) {
        await page.goto(`${theConsole().service.url}/console${path}`);
        const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
        const refusal = page.getByText('This is not for your account');
        await title.or(refusal).first().waitFor();
        seen[path] = await title.isVisible();
        if (!seen[path]) await page.getByText('It needs the permission').waitFor();
        await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
        expect(await page.getByRole('alert').allTextContents(), `${path} as ${role}`).toEqual([]);
      }
      expect(seen).toEqual(Object.fromEntries(SCREENS.map(([path, , roles]) => [path, roles.includes(role)])));
    },
    90_000,
  );
});
