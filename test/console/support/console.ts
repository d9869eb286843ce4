import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { HarmattanClient } from '../../../packages/client/src/index.js';
import { provideBrowser } from '../../../packages/harness/servers/programs.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { Codes } from './codes.js';
import { copyOfDemonstration, type Demonstration, environmentIn, type Role } from './demonstration.js';
import { MovableService } from './movable-service.js';
import { keepSession } from './kept-session.js';
import { clientOf, signInStaff } from './staff-sessions.js';

interface PageOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Calls may be answered that the service failed. */
  readonly mayFail?: boolean;
}

const PICTURES = resolve(import.meta.dirname, '../../../test-results/console');
/** Logged for calls that the service refused; tests expect some of them. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4/;
const UNSUCCESSFUL_CALL = /^Failed to load resource: the server responded with a status of [45]/;

/** The built service with the demonstration, and a browser, for the tests of one file. */
export class Console {
  private readonly sessions = new Map<Role, Promise<string>>();
  /** What went wrong in pages: exceptions, and what the policy of the page refused. */
  private readonly faults: string[] = [];
  private readonly pages: Page[] = [];

  private constructor(
    readonly service: MovableService,
    readonly seed: Demonstration,
    private readonly codes: Codes,
    private readonly browser: Browser,
    readonly folder: string,
  ) {}

  static async open(): Promise<Console> {
    const executablePath = provideBrowser();
    const { folder, demonstration } = await copyOfDemonstration();
    const [service, browser] = await Promise.all([
      MovableService.start(environmentIn(folder)),
      chromium.launch({ executablePath, args: ['--no-sandbox'] }),
    ]);
    return new Console(service, demonstration, new Codes(service, demonstration.usedSteps), browser, folder);
  }

  async close(): Promise<void> {
    await Promise.all([this.browser.close(), this.service.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Closes the pages of a test, and keeps a picture of each where it failed. @throws Error where a page had a fault */
  async endTest(failed: string | undefined): Promise<void> {
    for (const [place, page] of this.pages.splice(0).entries()) {
      if (failed !== undefined && !page.isClosed()) await this.keepPicture(page, `failed-${failed}-${place}`);
      await page.context().close();
    }
    const faults = this.faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** As an artefact of the run. */
  async keepPicture(page: Page, name: string): Promise<void> {
    const path = join(PICTURES, `${name.replace(/[^\w-]+/g, '-')}.png`);
    await page.screenshot({ path, fullPage: true, timeout: 60_000 });
  }

  userId(name: string): string {
    return this.seed.users.find(({ email }) => email.startsWith(`${name}@`))!.userId;
  }

  staff(role: Role): Demonstration['staff'][number] {
    return this.seed.staff.find((one) => one.role === role)!;
  }

  /** A code that the service has not seen. */
  code(role: Role): Promise<string> {
    return this.codeOf(this.staff(role).totpSecret);
  }

  codeOf(totpSecret: string): Promise<string> {
    return this.codes.next(totpSecret);
  }

  /** The registration ID of the mail that invites somebody. */
  async invitationOf(email: string): Promise<string> {
    const pattern = /^[\w-]{43}$/m;
    let found: string | undefined;
    await until(async () => {
      found = pattern.exec((await mailsTo(this.folder, email)).at(-1)?.text ?? '')?.[0];
      return found !== undefined;
    });
    return found!;
  }

  /** A page of nobody, with its faults watched. */
  async page(
    path: string,
    { width = 1280, scheme = 'light', mayFail = false }: PageOptions = {},
    session?: string,
  ): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width, height: 860 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    this.pages.push(page);
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.faults.push(`${path}: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.service.url) && !url.startsWith('data:')) this.faults.push(`${path}: a request to ${url}`);
    });
    page.on('dialog', (dialog) => {
      this.faults.push(`${path}: a dialog, ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      const expected = mayFail ? UNSUCCESSFUL_CALL : REFUSED_CALL;
      if (message.type() === 'error' && !expected.test(message.text())) this.faults.push(`${path}: ${message.text()}`);
    });
    if (session) {
      await page.goto(`${this.service.url}/console/logo.svg`);
      await keepSession(page, session);
    }
    await page.goto(`${this.service.url}/console${path}`);
    return page;
  }

  /** A page of a member of staff, who is signed in already. */
  async pageOf(role: Role, path: string, options?: PageOptions): Promise<Page> {
    return this.page(path, options, await this.sessionOf(role));
  }

  /** A client with the session of a member of staff. */
  async client(role: Role): Promise<HarmattanClient> {
    return clientOf(this.service.url, await this.sessionOf(role));
  }

  /** As JSON, with its secret. */
  sessionOf(role: Role): Promise<string> {
    let session = this.sessions.get(role);
    if (!session) this.sessions.set(role, (session = this.signIn(role)));
    return session;
  }

  private async signIn(role: Role): Promise<string> {
    return signInStaff(this.service.url, this.staff(role).email, this.seed.password, await this.code(role));
  }
}

let opened: Console | undefined;

/** The one of this test file. */
export function theConsole(): Console {
  if (!opened) throw new Error('The console is not open');
  return opened;
}

/** Opens it for the tests of this file. */
export function useConsole(): void {
  beforeAll(async () => {
    opened = await Console.open();
  }, 300_000);
  afterAll(() => opened?.close());
  afterEach(({ task }) => theConsole().endTest(task.result?.state === 'fail' ? task.name : undefined));
}

export async function expectShown(locator: Locator): Promise<void> {
  await locator.waitFor();
}
