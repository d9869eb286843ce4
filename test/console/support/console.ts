import { rm } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { HarmattanClient } from '../../../packages/client/src/index.js';
import { launchBrowser } from '../../support/browser.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { Codes } from './codes.js';
import { copyOfDemonstration, type Demonstration, environmentIn, type Role } from './demonstration.js';
import { MovableService } from './movable-service.js';
import { type PageOptions, Pages } from './pages.js';
import { clientOf, signInStaff } from './staff-sessions.js';

/** The built service with the demonstration, and a browser, for the tests of one file. */
export class Console {
  private readonly sessions = new Map<Role, Promise<string>>();
  private constructor(
    readonly service: MovableService,
    readonly seed: Demonstration,
    private readonly codes: Codes,
    private readonly browser: Browser,
    private readonly pages: Pages,
    readonly folder: string,
  ) {}

  static async open(): Promise<Console> {
    const { folder, demonstration } = await copyOfDemonstration();
    const [service, browser] = await Promise.all([MovableService.start(environmentIn(folder)), launchBrowser()]);
    const codes = new Codes(service, demonstration.usedSteps);
    return new Console(service, demonstration, codes, browser, new Pages(browser, service.url), folder);
  }

  async close(): Promise<void> {
    await Promise.all([this.browser.close(), this.service.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @param failed the name of a test that failed. @throws Error where a page had a fault */
  endTest(failed: string | undefined): Promise<void> {
    return this.pages.endTest(failed);
  }

  keepPicture(page: Page, name: string): Promise<void> {
    return this.pages.keepPicture(page, name);
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

  /** A page of nobody. */
  page(path: string, options: PageOptions = {}): Promise<Page> {
    return this.pages.openFresh(path, options);
  }

  /** A page of a member of staff, who is signed in already. */
  async pageOf(role: Role, path: string): Promise<Page> {
    return this.pages.open(path, await this.sessionOf(role));
  }

  /** One that has loaded nothing before, and is another one with its options. */
  async freshPageOf(role: Role, path: string, options: PageOptions = {}): Promise<Page> {
    return this.pages.openFresh(path, options, await this.sessionOf(role));
  }

  /** A client with the session of a member of staff. */
  async client(role: Role): Promise<HarmattanClient> {
    return clientOf(this.service.url, await this.sessionOf(role));
  }

  /** A client with a session of a user of the demonstration. @param name the first part of their address */
  async customer(name: string, device = 'at home'): Promise<HarmattanClient> {
    const client = new HarmattanClient({ baseUrl: this.service.url });
    const credentials = { emal: `${name}@demo.example`, pswd: this.seed.password };
    await client.signIn('user_profile_login', { ...credentials, dvty: 'Android', dsnm: device, dvnm: 'Phone' });
    return client;
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
  });
  afterAll(() => opened?.close());
  afterEach(({ task }) => theConsole().endTest(task.result?.state === 'fail' ? task.name : undefined));
}

export async function expectShown(locator: Locator): Promise<void> {
  await locator.waitFor();
}
