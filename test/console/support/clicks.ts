import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { theConsole } from './console.js';
import type { Role } from './demonstration.js';

const BINDING = 'harnessClicked';
/**
 * In the page: tells of each press of a mouse or finger, and of each link or button that a key activates. A click that follows a press,
 * also the second one that a label passes on to its field, is that press.
 */
const LISTENERS = `(() => {
  if (window.harnessListens) return;
  window.harnessListens = true;
  let isPointing = false;
  const tell = ({ target }) => {
    const part = target instanceof Element ? target.closest('a, button, label, input, [role]') ?? target : document.body;
    const name = part.getAttribute('aria-label') || part.innerText || part.getAttribute('placeholder') || part.tagName;
    window.${BINDING}(name.trim().split('\\n')[0].slice(0, 40));
  };
  addEventListener('pointerdown', (event) => {
    if (!event.isTrusted) return;
    isPointing = true;
    tell(event);
  }, true);
  addEventListener('keydown', (event) => {
    if (event.isTrusted) isPointing = false;
  }, true);
  addEventListener('click', (event) => {
    if (event.isTrusted && !isPointing) tell(event);
  }, true);
})()`;

/** What was clicked in the story that runs, in this order. */
let clicked: string[] = [];
const watched = new WeakSet<BrowserContext>();

/** Counts the clicks in a page from now on, as its browser has them. */
async function watch(page: Page): Promise<Page> {
  const context = page.context();
  if (!watched.has(context)) {
    watched.add(context);
    await context.exposeBinding(BINDING, (_, name: string) => void clicked.push(name));
    await context.addInitScript(LISTENERS);
  }
  await page.evaluate(LISTENERS);
  return page;
}

/** Who takes part in a story. */
export interface Cast {
  /** A member of staff at the first screen, signed in. */
  readonly at: (role: Role) => Promise<Page>;
  /** Somebody who is not signed in, at a path of the console. */
  readonly nobodyAt: (path: string) => Promise<Page>;
}

/** Tells a story of a day's work within so many clicks of all who take part; the last screen of each is kept as a picture. */
export async function withinClicks(most: number, tell: (cast: Cast) => Promise<void>): Promise<void> {
  clicked = [];
  const pages: Page[] = [];
  const join = async (opening: Promise<Page>) => {
    const page = await watch(await opening);
    pages.push(page);
    return page;
  };
  await tell({
    at: (role) => join(theConsole().pageOf(role, '/')),
    nobodyAt: (path) => join(theConsole().page(path)),
  });
  const list = clicked.join(' | ');
  if (clicked.length === 0 || clicked.length > most)
    throw new Error(`${clicked.length} clicks where ${most} are enough: ${list}`);
  for (const [place, page] of pages.entries()) {
    const { currentTestName = '' } = expect.getState();
    await theConsole().keepPicture(page, `day-${currentTestName.split(' > ').at(-1)}-${place + 1}`);
  }
}
