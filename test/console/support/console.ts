import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generateSync } from 'otplib';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { HarmattanClient, sessionIn } from '../../../packages/client/src/index.js';
import { provideBrowser } from '../../../scripts/services.mjs';
import { until } from '../../support/until.js';
import { buildService, type ServiceProcess, startProcess } from '../../support/service-process.js';

export type Role = 'Administrator' | 'Support' | 'Finance' | 'Auditor';

interface SeededStaff {
  readonly role: Role;
  readonly email: string;
  readonly totpSecret: string;
}

interface Seed {
  readonly password: string;
  readonly users: readonly { readonly email: string; readonly userId: string; readonly referenceId: string }[];
  readonly staff: readonly SeededStaff[];
}

interface PageOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

const run = promisify(execFile);
const cli = resolve(import.meta.dirname, '../../../dist/cli.js');
const PICTURES = resolve(import.meta.dirname, '../../../test-results/console');
const STEP_SECONDS = 30;
/** Of calls that the service refused; tests expect some of them. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4/;

/** The built service with the demonstration, and a browser; all tests of the console share one. */
export class Console {
  private readonly sessions = new Map<Role, string>();
  private readonly usedSteps = new Map<Role, number>();
  /** What went wrong in pages: exceptions, and what the policy of the page refused. */
  private readonly faults: string[] = [];
  private readonly pages: Page[] = [];

  private constructor(
    readonly service: ServiceProcess,
    readonly seed: Seed,
    private readonly browser: Browser,
    private readonly folder: string,
  ) {}

  static async open(): Promise<Console> {
    await buildService();
    const executablePath = provideBrowser();
    const folder = await mkdtemp(join(tmpdir(), 'harmattan-console-'));
    const environment = { DATA_DIR: folder, RATE_LIMIT_SCALE: '0' };
    const command = (...args: string[]) =>
      run(process.execPath, [cli, ...args, '--json'], { cwd: folder, env: { PATH: process.env['PATH'], ...environment } });
    await command('migrate', '--create');
    const { stdout } = await command('demo:seed');
    const service = await startProcess(environment);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new Console(service, JSON.parse(stdout) as Seed, browser, folder);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Closes the pages of a test, and keeps a picture of each where it failed. @throws Error where a page had a fault */
  async endTest(failed: string | undefined): Promise<void> {
    for (const [place, page] of this.pages.splice(0).entries()) {
      if (failed !== undefined) await this.keepPicture(page, `failed-${failed}-${place}`);
      await page.context().close();
    }
    const faults = this.faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** As an artefact of the run. */
  async keepPicture(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(PICTURES, `${name.replace(/[^\w-]+/g, '-')}.png`), fullPage: true });
  }

  userId(name: string): string {
    return this.seed.users.find(({ email }) => email.startsWith(`${name}@`))!.userId;
  }

  staff(role: Role): SeededStaff {
    return this.seed.staff.find((one) => one.role === role)!;
  }

  /** A code that the service has not seen; that of the next half minute counts too, after that one has to wait. */
  async code(role: Role): Promise<string> {
    const now = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const step = Math.max(now(), (this.usedSteps.get(role) ?? 0) + 1);
    this.usedSteps.set(role, step);
    await until(() => now() >= step - 1, 2 * STEP_SECONDS * 1000, 200);
    return generateSync({ secret: this.staff(role).totpSecret, epoch: step * STEP_SECONDS });
  }

  /** A page of nobody, with its faults watched. */
  async page(path: string, { width = 1280, scheme = 'light' }: PageOptions = {}, session?: string): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width, height: 860 }, colorScheme: scheme });
    const page = await context.newPage();
    this.pages.push(page);
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.faults.push(`${path}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) this.faults.push(`${path}: ${message.text()}`);
    });
    if (session)
      await page.addInitScript(`
        if (!sessionStorage.getItem('seen')) sessionStorage.setItem('harmattan-console', ${JSON.stringify(session)});
        sessionStorage.setItem('seen', 'yes');
      `);
    await page.goto(`${this.service.url}/console${path}`);
    return page;
  }

  /** A page of a member of staff, who is signed in already. */
  async pageOf(role: Role, path: string, options?: PageOptions): Promise<Page> {
    return this.page(path, options, this.sessions.get(role) ?? (await this.signIn(role)));
  }

  private async signIn(role: Role): Promise<string> {
    let kept = '';
    const store = {
      getItem: () => kept || null,
      setItem: (_: string, text: string) => (kept = text),
      removeItem: () => (kept = ''),
    };
    const client = new HarmattanClient({ baseUrl: this.service.url, session: sessionIn(store) });
    await client.signIn('control_staff_profile_login', {
      emal: this.staff(role).email,
      pswd: this.seed.password,
      pinc: await this.code(role),
      dvty: 'Web',
      dsnm: `test-${role}`,
      dvnm: 'Test',
    });
    this.sessions.set(role, kept);
    return kept;
  }
}

let opened: Console | undefined;

/** The one that `console.test.ts` opens. */
export function theConsole(): Console {
  if (!opened) throw new Error('The console is not open');
  return opened;
}

export async function openConsole(): Promise<void> {
  opened = await Console.open();
}

export async function closeConsole(): Promise<void> {
  await opened?.close();
  opened = undefined;
}

/** Waits until it is to be seen. */
export async function expectShown(locator: Locator): Promise<void> {
  await locator.waitFor();
}
