import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Catalogue } from './support/catalogue.js';
import { theConsole } from './support/console.js';
import { inParts } from './support/in-parts.js';
import { everyScreen, settled, type Visit } from './support/screens.js';

const REFERENCE = '7KQ2M9XD';
const FAILURE = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({
    REQUEST: { STATUS: 'ERROR' },
    ERRORS: { ID: 'internal_error', DETAILS: `Something went wrong (${REFERENCE})` },
  }),
};
/** What the frame of every screen reads; the work queue is a screen as well. */
const OF_THE_FRAME = ['control_staff_profile_get', 'control_work_queue'];
/** These show figures, a form or one record, also where there are no lists. */
const NEVER_EMPTY = [
  '/dashboard',
  '/books',
  '/taxes',
  '/users/$userId',
  '/tickets/$ticketId',
  '/tutorials/$tutorialId',
  '/webhooks/$webhookId',
  '/webhook-endpoints/$endpointId',
  '/cases/$marker',
  '/journals/$journalId',
  '/staff/grants',
];

type Answer = 'as it is' | 'held' | 'failed' | 'empty';

/** Decides what the reads of a page are answered. */
class Answers {
  private answer: Answer = 'as it is';
  private held: Route[] = [];
  private frame: readonly string[] = [];

  private constructor(private readonly catalogue: Catalogue) {}

  static async of(page: Page, catalogue: Catalogue): Promise<Answers> {
    const answers = new Answers(catalogue);
    await page.route(`${theConsole().service.url}/*`, (route) => answers.handle(route));
    return answers;
  }

  /** Sets the answer to reads of this screen, but not of the frame around it. */
  become(answer: Answer, { pattern }: Visit): void {
    this.answer = answer;
    this.frame = pattern === '/' ? OF_THE_FRAME.slice(0, 1) : OF_THE_FRAME;
  }

  async release(): Promise<void> {
    await Promise.all(this.held.splice(0).map((route) => this.handle(route)));
  }

  private async handle(route: Route): Promise<void> {
    const action = new URL(route.request().url()).pathname.slice(1);
    if (!this.catalogue.has(action) || this.frame.includes(action)) await route.fallback();
    else if (this.answer === 'held') this.held.push(route);
    else if (this.answer === 'failed') await route.fulfill(FAILURE);
    else if (this.answer === 'empty') await fulfillEmpty(route);
    else await route.fallback();
  }
}

async function fulfillEmpty(route: Route): Promise<void> {
  const response = await route.fetch();
  const envelope = (await response.json()) as { DATA?: unknown };
  await route.fulfill({ response, json: { ...envelope, DATA: emptied(envelope.DATA) } });
}

/** The same without any record in a list. */
function emptied(data: unknown): unknown {
  if (Array.isArray(data)) return [];
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, name === 'pagination' ? '' : emptied(value)]));
}

/** Walks through the states of each screen. @returns what is missing in them */
async function walk(screens: readonly Visit[], catalogue: Catalogue): Promise<string[]> {
  const page = await theConsole().freshPageOf('Administrator', '/', { mayFail: true });
  const answers = await Answers.of(page, catalogue);
  const faults: string[] = [];
  for (const screen of screens) {
    const main = page.getByRole('main');
    const state = async (name: string, look: () => Promise<void>) => {
      await look().catch((error: unknown) => {
        faults.push(`${screen.pattern}, ${name}: ${String(error).split('\n')[0]}`);
      });
    };
    answers.become('held', screen);
    await page.goto(`${theConsole().service.url}/console${screen.path}`);
    await state('loading', () => main.getByRole('status', { name: 'Loading' }).first().waitFor());
    answers.become('failed', screen);
    await answers.release();
    const alert = main.getByRole('alert').first();
    await state('error', () => alert.getByText(`Reference ${REFERENCE}`).waitFor());
    answers.become('empty', screen);
    await state('empty, after the error', async () => {
      const again = main.getByRole('alert').getByRole('button', { name: 'Try again' });
      await again.first().waitFor();
      const clickAll = () =>
        again.evaluateAll((buttons) => buttons.forEach((button) => (button as unknown as { click(): void }).click()));
      await expect.poll(() => clickAll().then(() => again.count()), { interval: 50 }).toBe(0);
      await settled(page, screen.title);
      expect(await main.getByRole('alert').count()).toBe(0);
      const shown = NEVER_EMPTY.includes(screen.pattern) ? main.getByRole('heading', { level: 1 }) : main.getByRole('status');
      await shown.filter({ hasText: /\w{2}/ }).first().waitFor();
    });
    answers.become('as it is', screen);
  }
  return faults;
}

describe('console, states of its screens', () => {
  it('shows that it loads, why it failed with a reference and a way to repeat it, and that there is nothing', async () => {
    const catalogue = await Catalogue.read(theConsole().service.url);
    const screens = await everyScreen(theConsole());
    const faults = await Promise.all(inParts(screens).map((part) => walk(part, catalogue)));
    expect(faults.flat()).toEqual([]);
  });
});
