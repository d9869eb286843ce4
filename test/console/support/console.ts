import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generateSync } from 'otplib';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { HarmattanClient, type KeyValueStorage, sessionIn } from '../../../packages/client/src/index.js';
import { provideBrowser } from '../../../scripts/services.mjs';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { buildService, type ServiceProcess, startProcess } from '../../support/service-process.js';
import { addFurtherRecords } from './further-records.js';

export const ROLES = ['Administrator', 'Support', 'Finance', 'Auditor'] as const;
export type Role = (typeof ROLES)[number];

export interface Colleague {
  readonly role: Role;
  readonly email: string;
  readonly totpSecret: string;
}

interface Seed {
  readonly password: string;
  readonly users: readonly { readonly email: string; readonly userId: string; readonly referenceId: string }[];
  readonly staff: readonly Colleague[];
}

interface PageOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Calls may be answered that the service failed. */
  readonly mayFail?: boolean;
}

const run = promisify(execFile);
const cli = resolve(import.meta.dirname, '../../../dist/cli.js');
const PICTURES = resolve(import.meta.dirname, '../../../test-results/console');
const STEP_SECONDS = 30;
/** The service takes the code before the present one as well; some seconds are left to use it. */
const FIRST_CODE_AGE_SECONDS = STEP_SECONDS - 5;
/** Of calls that the service refused; tests expect some of them. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4/;
const UNSUCCESSFUL_CALL = /^Failed to load resource: the server responded with a status of [45]/;

/** The built service with the demonstration, and a browser; all tests of the console share one. */
export class Console {
  private readonly sessions = new Map<Role, string>();
  /** Of the codes, by the secret that they are of. */
  private readonly usedSteps = new Map<string, number>();
  /** What went wrong in pages: exceptions, and what the policy of the page refused. */
  private readonly faults: string[] = [];
  private readonly pages: Page[] = [];
  private colleagues = 0;

  private constructor(
    readonly service: ServiceProcess,
    readonly seed: Seed,
    private readonly browser: Browser,
    readonly folder: string,
  ) {}

  static async open(): Promise<Console> {
    await buildService();
    const executablePath = provideBrowser();
    const folder = await mkdtemp(join(tmpdir(), 'harmattan-console-'));
    const environment = { DATA_DIR: folder, RATE_LIMIT_SCALE: '0', WEBHOOK_LOOPBACK: 'allowed' };
    const command = (...args: string[]) =>
      run(process.execPath, [cli, ...args, '--json'], { cwd: folder, env: { PATH: process.env['PATH'], ...environment } });
    await command('migrate', '--create');
    const { stdout } = await command('demo:seed');
    const service = await startProcess(environment);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const opened = new Console(service, JSON.parse(stdout) as Seed, browser, folder);
    await addFurtherRecords(service.url, await opened.client('Administrator'));
    return opened;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.end('SIGTERM');
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

  staff(role: Role): Colleague {
    return this.seed.staff.find((one) => one.role === role)!;
  }

  /** A code that the service has not seen; that of the next half minute counts too, after that one has to wait. */
  code(of: Role | Colleague): Promise<string> {
    return this.codeOf((typeof of === 'string' ? this.staff(of) : of).totpSecret);
  }

  private async codeOf(secret: string, ageSeconds = 0): Promise<string> {
    const now = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const earliest = Math.floor((Date.now() / 1000 - ageSeconds) / STEP_SECONDS);
    const step = Math.max(earliest, (this.usedSteps.get(secret) ?? 0) + 1);
    this.usedSteps.set(secret, step);
    await until(() => now() >= step - 1, 2 * STEP_SECONDS * 1000, 200);
    return generateSync({ secret, epoch: step * STEP_SECONDS });
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

  /** Registers one more member of staff, with the permissions of the role and codes that nobody has used. */
  async colleague(role: Role): Promise<Colleague> {
    const email = `${role.toLowerCase()}-${++this.colleagues}@harmattan.example`;
    const administrator = await this.client('Administrator');
    const grants = await (await this.client(role)).call('control_staff_profile_get');
    await administrator.call('control_staff_profile_create', {
      stemail: email,
      stphone: `+23480300008${String(this.colleagues).padStart(2, '0')}`,
      stxrole: role,
      stxdept: 'Stories',
      stafbio: 'Works through stories',
      staffcx: grants.staffControl,
      statscx: grants.StatsControl,
      offercx: grants.offerControl,
      helpscx: grants.helpControl,
      userscx: grants.userControl,
      othercx: grants.otherControl,
    });
    const rgid = await this.invitationOf(email);
    const visitor = new HarmattanClient({ baseUrl: this.service.url });
    const { twofaSecret: totpSecret } = await visitor.call('control_staff_register_info', { rqvl: rgid });
    const device = { dvty: 'Web', dsnm: `test-${email}`, dvnm: 'Test' };
    const pinc = await this.codeOf(totpSecret, FIRST_CODE_AGE_SECONDS);
    await visitor.signIn('control_staff_profile_register', { rgid, emal: email, pswd: this.seed.password, pinc, ...device });
    return { role, email, totpSecret };
  }

  /** A page on which the colleague has signed in by hand. */
  async pageSignedInBy(colleague: Colleague, path = '/'): Promise<Page> {
    const page = await this.page(path);
    await page.getByLabel('E-mail address').fill(colleague.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(this.seed.password);
    await page.getByLabel(/Code of/).fill(await this.code(colleague));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    return page;
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

  /** A client with the session of a member of staff. */
  async client(role: Role): Promise<HarmattanClient> {
    let session: string | null = this.sessions.get(role) ?? (await this.signIn(role));
    return this.clientKeptIn({
      getItem: () => session,
      setItem: (_, text) => (session = text),
      removeItem: () => (session = null),
    });
  }

  private async signIn(role: Role): Promise<string> {
    let kept = '';
    const client = this.clientKeptIn({
      getItem: () => kept || null,
      setItem: (_, text) => (kept = text),
      removeItem: () => (kept = ''),
    });
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

  private clientKeptIn(storage: KeyValueStorage): HarmattanClient {
    return new HarmattanClient({ baseUrl: this.service.url, session: sessionIn(storage) });
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
