import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Action, type HarmattanClient, isHarmattanError } from '../../packages/client/src/index.js';
import { seriousFindings } from '../support/accessibility.js';
import { until } from '../support/until.js';
import { Catalogue, type SentCall } from './support/catalogue.js';
import { theConsole } from './support/console.js';
import { type Role, ROLES } from './support/demonstration.js';
import { inParts } from './support/in-parts.js';
import { everyScreen, goTo, settled, type Visit } from './support/screens.js';

/** What the frame of every screen reads. */
const OF_THE_FRAME = ['control_staff_profile_get', 'control_work_queue'];
/**
 * Anybody reads FAQs and published tutorials; these screens are for those who write them. The details of a user may have been read by
 * a screen before.
 */
const STRICTER: Readonly<Record<string, string>> = {
  '/users/$userId': 'userControl.viewDetails',
  '/faqs': 'helpControl.viewDetails',
  '/tutorials': 'helpControl.viewDetails',
  '/tutorials/$tutorialId': 'helpControl.viewDetails',
};

/** Longer than the page gathers names before it asks for them at once. */
const GATHERED_MS = 60;

interface Seen {
  /** The permission that the screen says is missing; undefined where it is shown. */
  readonly missing: string | undefined;
  /** Reads of the screen, in their order. */
  readonly calls: readonly SentCall[];
}

describe('console, its screens', () => {
  it('shows each role what the catalogue permits it, and says of the rest which permission is missing', async () => {
    const catalogue = await Catalogue.read(theConsole().service.url);
    const screens = await everyScreen(theConsole());
    const seenByAll = await walk('Administrator', screens, catalogue);
    const seen = {} as Record<Role, Map<string, Seen>>;
    const profiles = {} as Record<Role, object>;
    for (const role of ROLES) profiles[role] = await (await theConsole().client(role)).call('control_staff_profile_get');
    const walkAll = async (roles: readonly Role[]) => {
      for (const role of roles) {
        const differing = screens.filter((screen) => isWorthALook(screen, role, profiles[role], seenByAll, catalogue));
        seen[role] = role === 'Administrator' ? seenByAll : await walk(role, differing, catalogue);
      }
    };
    await Promise.all(inParts(ROLES).map(walkAll));
    const permitted: Record<string, unknown> = {};
    const met: Record<string, unknown> = {};
    for (const role of ROLES) {
      const client = await theConsole().client(role);
      const profile = profiles[role];
      for (const { pattern, needs } of screens) {
        const [call] = seenByAll.get(pattern)!.calls;
        const needed = STRICTER[pattern] ?? (call && catalogue.permissionOf(call));
        const also = call ? catalogue.otherPermissionsOf(call) : [];
        const may = needed === undefined || [needed, ...also].some((permission) => holds(profile, permission));
        const isStaffCall = call !== undefined && catalogue.isForStaff(call);
        permitted[`${pattern} as ${role}`] = { missing: may ? undefined : needed, isRefused: isStaffCall && !may };
        const isRefused = isStaffCall && (await refuses(client, call));
        const { missing } = seen[role].get(pattern) ?? { missing: missingFor(profile, needs) };
        met[`${pattern} as ${role}`] = { missing, isRefused };
      }
    }
    expect(met).toEqual(permitted);
  });
});

/** It sees nothing of users and money, so it looks at what the screens say that it is refused. */
const REFUSED_ROLE: Role = 'Integrator';

/** What the frame says is missing, by what the screen declares. */
function missingFor(profile: object, needs: Visit['needs'] = []): string | undefined {
  const wanted = [needs].flat();
  return wanted.some((permission) => holds(profile, permission)) ? undefined : wanted[0];
}

/** A screen looks as it does to administrators where a role may read all of it, and all roles are refused in the same words. */
function isWorthALook(
  { pattern, needs }: Visit,
  role: Role,
  profile: object,
  seenByAll: ReadonlyMap<string, Seen>,
  catalogue: Catalogue,
): boolean {
  if (missingFor(profile, needs) !== undefined) return role === REFUSED_ROLE;
  return seenByAll.get(pattern)!.calls.some((call) => {
    const needed = catalogue.permissionOf(call);
    return needed !== undefined && !holds(profile, needed);
  });
}

interface Said {
  /** The permission that is missing, first of several. */
  readonly missing: string | null;
  readonly alerts: readonly string[];
}

/** In the page. A refusal without a permission is one as well, of nothing that is known. */
const SAID = `(() => {
  const refusal = [...document.querySelectorAll('main [role=status]')].find(({ textContent }) => textContent.includes('This is not for your account'));
  const alerts = [...document.querySelectorAll('[role=alert]')];
  return {
    missing: refusal ? (refusal.querySelector('code')?.innerText ?? '') : null,
    alerts: alerts.map(({ textContent }) => textContent),
  };
})()`;

/** Visits every screen; none that is shown may have an error, or a read that the service refuses. */
async function walk(role: Role, screens: readonly Visit[], catalogue: Catalogue): Promise<Map<string, Seen>> {
  const page = await theConsole().pageOf(role, '/');
  await settled(page, 'Work queue');
  let calls: SentCall[] = [];
  const refused: string[] = [];
  const unreadable: string[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const { n: _, ...input } = Object.fromEntries(searchParams);
    if (!catalogue.has(pathname.slice(1))) return;
    calls.push({ action: pathname.slice(1), input });
    pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
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
    // What it reads last, such as names, would be taken for a read of the next screen.
    if (role === 'Administrator') {
      await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${GATHERED_MS}))`);
      await until(() => pending.size === 0);
    }
    const frame = screen.pattern === '/' ? OF_THE_FRAME.slice(0, 1) : OF_THE_FRAME;
    const { missing, alerts } = await page.evaluate<Said>(SAID);
    seen.set(screen.pattern, {
      missing: missing ?? undefined,
      calls: calls.filter(({ action }) => !frame.includes(action)),
    });
    expect(alerts, `${screen.path} as ${role}`).toEqual([]);
    // The frame is the same on all; other forms and widths are in appearance.test.ts.
    if (role === 'Administrator')
      unreadable.push(
        ...(await seriousFindings(page, { without: ['header', '.mantine-AppShell-navbar'] })).map(
          (found) => `${screen.path}: ${found}`,
        ),
      );
  }
  expect([...refused, ...unreadable], `as ${role}`).toEqual([]);
  return seen;
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
