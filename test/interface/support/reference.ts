import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.js';
import { buildService, type ServiceProcess, startProcess } from '../../support/service-process.js';

/** Logged for calls that the service refused; tests expect some of them. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4/;

interface View {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** The built service, and a browser that looks at its reference. */
export class Reference {
  /** Exceptions and refusals of the policy in pages, and requests to other hosts. */
  private readonly faults: string[] = [];

  private constructor(
    readonly service: ServiceProcess,
    readonly folder: string,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<Reference> {
    await buildService();
    const folder = await mkdtemp(join(tmpdir(), 'harmattan-reference-'));
    const service = await startProcess({ DATA_DIR: folder, RATE_LIMIT_SCALE: '0' });
    const browser = await launchBrowser();
    return new Reference(service, folder, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  async page(hash: string, { width = 1280, scheme = 'light' }: View = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width, height: 860 }, colorScheme: scheme });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) this.faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.service.url)) this.faults.push(`a request to ${request.url()}`);
    });
    await page.goto(`${this.service.url}/docs${hash}`);
    await page.locator('main h1').waitFor();
    return page;
  }

  /** Closes the pages of a test. @throws Error where a page had a fault */
  async endTest(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
    const faults = this.faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }
}
