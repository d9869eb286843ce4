import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { keepSession } from './kept-session.js';

export interface PageOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** By `localhost`, because passkeys are for names. */
  readonly byName?: boolean;
  /** Calls may be answered that the service failed. */
  readonly mayFail?: boolean;
}

const PICTURES = resolve(import.meta.dirname, '../../../test-results/console');
const VIEWPORT = { width: 1280, height: 860 };
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
/** A file of the console's origin, at which nothing runs. */
const AT_REST = '/console/logo.svg';
const EVENTS_OF_CALLS = ['request', 'requestfinished', 'requestfailed', 'response'];
/** Logged for calls that the service refused; tests expect some of them. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4/;
const UNSUCCESSFUL_CALL = /^Failed to load resource: (the server responded with a status of [45]|net::ERR_INTERNET_DISCONNECTED)/;

/** Pages of one browser, each in a context of its own, with their faults watched. */
export class Pages {
  /** What went wrong in pages: exceptions, and what the policy of the page refused. */
  private readonly faults: string[] = [];
  /** Of the test that runs, each with whether another test may go on with it. */
  private readonly inUse = new Map<Page, boolean>();
  private readonly resting: Page[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  /** One that has nothing of the console. @param session of who is signed in, as JSON with its secret */
  async openFresh(path: string, options: PageOptions, session?: string): Promise<Page> {
    const page = await this.newPage(options);
    this.inUse.set(page, false);
    if (session !== undefined) await keepSession(page, session);
    await page.goto(`${this.addressOf(options)}/console${path}`);
    return page;
  }

  /** One that a test has left, or a further one: to load a screen where its files were loaded takes half of the time. */
  async open(path: string, session: string): Promise<Page> {
    const page = this.resting.pop() ?? (await this.newPage({}));
    this.inUse.set(page, true);
    await keepSession(page, session);
    await page.goto(`${this.url}/console${path}`);
    return page;
  }

  /** Leaves the pages of a test, with a picture of each where it failed. @throws Error where a page had a fault */
  async endTest(failed: string | undefined): Promise<void> {
    const pages = [...this.inUse];
    this.inUse.clear();
    for (const [place, [page, isReusable]] of pages.entries()) {
      if (failed !== undefined && !page.isClosed()) await this.keepPicture(page, `failed-${failed}-${place}`);
      if (failed === undefined && isReusable && !page.isClosed()) await this.putToRest(page);
      else await page.context().close();
    }
    const faults = this.faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** As an artefact of the run. */
  async keepPicture(page: Page, name: string): Promise<void> {
    const path = join(PICTURES, `${name.replace(/[^\w-]+/g, '-')}.jpg`);
    await page.screenshot({ path, quality: 80, fullPage: true, timeout: 60_000 });
  }

  private addressOf({ byName = false }: PageOptions): string {
    return byName ? this.url.replace('127.0.0.1', 'localhost') : this.url;
  }

  private async newPage(options: PageOptions): Promise<Page> {
    const { width = VIEWPORT.width, scheme = 'light', mayFail = false } = options;
    const address = this.addressOf(options);
    const context = await this.browser.newContext({ ...MEDIA, viewport: { ...VIEWPORT, width }, colorScheme: scheme });
    this.watch(context, address, mayFail);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`${address}${AT_REST}`);
    return page;
  }

  private watch(context: BrowserContext, address: string, mayFail: boolean): void {
    const expected = mayFail ? UNSUCCESSFUL_CALL : REFUSED_CALL;
    const fault = (page: Page | null, text: string) => this.faults.push(`${page?.url()}: ${text}`);
    context.on('weberror', (error) => fault(error.page(), error.error().message));
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !url.startsWith('data:')) fault(request.frame().page(), `a request to ${url}`);
    });
    context.on('dialog', (dialog) => {
      fault(dialog.page(), `a dialog, ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) fault(message.page(), message.text());
    });
  }

  /** As it was before a test used it, but for the session, which is another one for the next test. */
  private async putToRest(page: Page): Promise<void> {
    const tabs = page.context().pages();
    await Promise.all(tabs.filter((tab) => tab !== page).map((tab) => tab.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of EVENTS_OF_CALLS) page.removeAllListeners(event);
    await page.goto(`${this.url}${AT_REST}`);
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await page.setViewportSize(VIEWPORT);
    await page.emulateMedia(MEDIA);
    this.resting.push(page);
  }
}
