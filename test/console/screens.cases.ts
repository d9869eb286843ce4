import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Action, type HarmattanClient, isHarmattanError } from '../../packages/client/src/index.js';
import { Catalogue, type SentCall } from './support/catalogue.js';
import { theConsole } from './support/console.js';
import { type Role, ROLES } from './support/demonstration.js';
import { inParts } from './support/in-parts.js';
import { everyScreen, goTo, settled, type Visit } from './support/screens.js';

/** What the frame of every screen reads. */
const OF_THE_FRAME = ['control_staff_profile_get', 'control_work_queue'];
/** Anybody reads FAQs and published tutorials; these screens are for those who write them. */
const STRICTER: Readonly<Record<string, string>> = {
  '/faqs': 'helpControl.viewDetails',
  '/tutorials': 'helpControl.viewDetails',
  '/tutorials/$tutorialId': 'helpControl.viewDetails',
};

interface Seen {
  /** The permission that the screen says is missing; undefined where it is shown. */
  readonly missing: string | undefined;
  /** Reads of the screen, in their order. */
  readonly calls: readonly SentCall[];
}

describe('console, its screens', () => {
  it(
    'shows each role what the catalogue permits it, and says of the rest which permission is missing',
    { timeout: 240_000 },
    async () => {
      const catalogue = await Catalogue.read(theConsole().service.url);
      const screens = await everyScreen(theConsole());
      const seen = {} as Record<Role, Map<string, Seen>>;
      const walkAll = async (roles: readonly Role[]) => {
        for (const role of roles) seen[role] = await walk(role, screens, catalogue);
      };
      await Promise.all(inParts(ROLES).map(walkAll));
      const permitted: Record<string, unknown> = {};
      const met: Record<string, unknown> = {};
      for (const role of ROLES) {
        const client = await theConsole().client(role);
        const profile = await client.call('control_staff_profile_get');
        for (const { pattern } of screens) {
          const [call] = seen.Administrator.get(pattern)!.calls;
          const needed = STRICTER[pattern] ?? (call && catalogue.permissionOf(call));
          const may = needed === undefined || holds(profile, needed);
          const isStaffCall = call !== undefined && catalogue.isForStaff(call);
          permitted[`${pattern} as ${role}`] = { missing: may ? undefined : needed, isRefused: isStaffCall && !may };
          const isRefused = isStaffCall && (await refuses(client, call));
          met[`${pattern} as ${role}`] = { missing: seen[role].get(pattern)!.missing, isRefused };
        }
      }
      expect(met).toEqual(permitted);
    },
  );
});

/** Visits every screen; none that is shown may have an error, or a read that the service refuses. */
async function walk(role: Role, screens: readonly Visit[], catalogue: Catalogue): Promise<Map<string, Seen>> {
  const page = await theConsole().pageOf(role, '/');
  await settled(page, 'Work queue');
  let calls: SentCall[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const { n: _, ...input } = Object.fromEntries(searchParams);
    if (catalogue.has(pathname.slice(1))) calls.push({ action: pathname.slice(1), input });
  });
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const seen = new Map<string, Seen>();
  for (const screen of screens) {
    calls = [];
    await goTo(page, screen);
    // What another screen has just read is not read again; the calls of one role tell those of a screen.
    if (role === 'Administrator' && !calls.some(({ action }) => !OF_THE_FRAME.includes(action))) {
      await page.reload();
      await settled(page, screen.title);
    }
    const frame = screen.pattern === '/' ? OF_THE_FRAME.slice(0, 1) : OF_THE_FRAME;
    const missing = await missingPermission(page);
    seen.set(screen.pattern, {
      missing,
      calls: calls.filter(({ action }) => !frame.includes(action)),
    });
    expect(await page.getByRole('alert').allTextContents(), `${screen.path} as ${role}`).toEqual([]);
  }
  expect(refused, `as ${role}`).toEqual([]);
  return seen;
}

async function missingPermission(page: Page): Promise<string | undefined> {
  const refusal = page.getByRole('main').getByRole('status').filter({ hasText: 'This is not for your account' });
  return (await refusal.count()) === 0 ? undefined : refusal.locator('code').innerText();
}

function holds(profile: object, permission: string): boolean {
  const [group, name] = permission.split('.') as [string, string];
  return (profile as Record<string, Record<string, string>>)[group]![name] === 'YES';
}

async function refuses(client: HarmattanClient, { action, input }: SentCall): Promise<boolean> {
  try {
    await client.call(action as Action, input);
    return false;
  } catch (error) {
    if (isHarmattanError(error, 'lacking_permission')) return true;
    if (isHarmattanError(error) && error.status === 404) return false;
    throw error;
  }
}
