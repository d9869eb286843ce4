import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.js';
import { theConsole } from './support/console.js';
import { inParts } from './support/in-parts.js';
import { everyScreen, goTo, settled, type Visit } from './support/screens.js';

const HEIGHT = 860;
/** Dark differs from light in colours alone, and another width in what overflows. 320 by 215 is what 1280 by 860 becomes at 400 %. */
const FORMS = [
  { name: 'light', width: 1280, scheme: 'light' },
  { name: 'dark', width: 1280, scheme: 'dark', rules: ['color-contrast'] },
  { name: 'phone-dark', width: 390, scheme: 'dark', rules: ['color-contrast'] },
  { name: 'phone', width: 390, scheme: 'light' },
  { name: 'zoom-400', width: 320, height: 215, scheme: 'light', rules: [] },
  { name: 'wide', width: 1920, height: 1080, scheme: 'light', rules: [] },
] as const;
const FRAME = ['header', '.mantine-AppShell-navbar'];

/** Rows that lead somewhere have a link or a button in them, for the keyboard. */
const ROWS_WITHOUT_CONTROL = `[...document.querySelectorAll('.row-link')].filter((row) => !row.querySelector('a, button:enabled')).length`;

/** Resolves once the page has the colours of the scheme. */
const inColoursOf = (scheme: string) => `new Promise((resolve) => {
  const look = () => requestAnimationFrame(document.documentElement.dataset.mantineColorScheme === '${scheme}' ? resolve : look);
  look();
})`;

/** Takes a picture of the page in each form. @returns what is wrong with it */
async function faultsOf(page: Page, name: string, without: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { name: form, width, scheme, ...others } of FORMS) {
    const { height = HEIGHT, rules }: { height?: number; rules?: readonly string[] } = others;
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(inColoursOf(scheme));
    const findings = rules?.length === 0 ? [] : await seriousFindings(page, { without, ...(rules ? { rules } : {}) });
    faults.push(...findings.map((finding) => `${name}, ${form}: ${finding}`));
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const rows = await page.evaluate<number>(ROWS_WITHOUT_CONTROL);
    if (rows > 0) faults.push(`${name}, ${form}: ${rows} rows open by a click alone`);
    if (overflow > 0) faults.push(`${name}, ${form}: ${overflow} px too wide`);
    await theConsole().keepPicture(page, `${name}-${form}`);
  }
  return faults;
}

async function visit(screens: readonly Visit[]): Promise<string[]> {
  const page = await theConsole().pageOf('Administrator', '/');
  await settled(page, 'Work queue');
  const faults: string[] = [];
  for (const [place, screen] of screens.entries()) {
    await page.setViewportSize({ width: FORMS[0].width, height: HEIGHT });
    await goTo(page, screen);
    faults.push(...(await faultsOf(page, nameOf(screen), place === 0 ? [] : FRAME)));
  }
  return faults;
}

function nameOf({ pattern, title }: Visit): string {
  return pattern.includes('$') ? title : pattern === '/' ? 'work' : pattern.slice(1);
}

describe('console, its appearance', () => {
  it('can be read by everybody on every screen, light and dark, wide and on a phone', async () => {
    const screens = await everyScreen(theConsole());
    expect((await Promise.all(inParts(screens).map(visit))).flat()).toEqual([]);
  });

  it.each(['sign-in', 'register'])('can be read by everybody before anybody is signed in: %s', async (name) => {
    const page = await theConsole().page(`/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faultsOf(page, name, [])).toEqual([]);
  });
});
