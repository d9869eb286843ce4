import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HarmattanClient } from '../../packages/client/src/index.js';
import { LIMITS } from '../../src/platform/http/rate-limits.js';
import { seriousFindings } from '../support/accessibility.js';
import { QUESTIONS } from './support/questions.js';
import { Reference } from './support/reference.js';

const root = resolve(import.meta.dirname, '../..');
const guide = (name: string) => readFileSync(resolve(root, `docs/guides/${name}.md`), 'utf8');
const run = promisify(execFile);

let reference: Reference;

beforeAll(async () => {
  reference = await Reference.open();
});
afterAll(() => reference.close());
afterEach(() => reference.endTest());

const title = (page: Page) => page.locator('main h1').innerText();

async function signInAsNewUser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Sends what the form of the operation has; the status line. */
async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send' }).click();
  return page.locator('.answer p').first().innerText();
}

/** Colours of the console, by those of the pages. */
const COLOURS = {
  ground: { light: 'body', dark: 'body' },
  raised: { light: 'white', dark: 'dark-6' },
  sunken: { light: 'gray-1', dark: 'dark-8' },
  line: { light: 'gray-3', dark: 'dark-4' },
  text: { light: 'text', dark: 'text' },
  soft: { light: 'dimmed', dark: 'dimmed' },
  accent: { light: 'anchor', dark: 'anchor' },
  bad: { light: 'error', dark: 'error' },
};

/** What variables of a page stand for. */
async function coloursOf(page: Page, variables: readonly string[]): Promise<string[]> {
  const read = `(name) => { document.body.style.color = 'var(' + name + ')'; return getComputedStyle(document.body).color; }`;
  const colours = (await page.evaluate(`${JSON.stringify(variables)}.map(${read})`)) as string[];
  expect(new Set(colours).size).toBeGreaterThan(5);
  return colours;
}

describe('the reference in a browser', () => {
  it('finds an operation by words and opens it, with the keyboard alone', async () => {
    const page = await reference.page('');
    await page.keyboard.press('/');
    await page.keyboard.type('deposit order');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'user_deposit_order_create', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/operations/user_deposit_order_create');
    const current = page.locator('#navigation a[aria-current]');
    expect(await current.allInnerTexts()).toEqual(['user_deposit_order_create']);
  });

  it('takes keys that are pressed before the library of the search is read', async () => {
    const page = await reference.page('');
    let goOn = () => undefined as void;
    const isHeld = new Promise<void>((done) => (goOn = done));
    await page.route('**/minisearch.js', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('deposit order');
    await page.keyboard.press('ArrowDown');
    goOn();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'user_deposit_order_create', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/operations/user_deposit_order_create');
  });

  it('finds fields, errors, events and guides', async () => {
    const page = await reference.page('');
    for (const [words, found] of [
      ['insufficient', 'insufficient_funds'],
      ['purchase.completed', 'purchase.completed'],
      ['going live', 'Going live'],
      ['messge', 'user_transfer_create'],
      ['SVC-REQSIGNAL', 'SVC-REQSIGNAL'],
    ] as const) {
      await page.getByRole('combobox').fill(words);
      await page.getByRole('option').filter({ hasText: found }).first().waitFor();
      expect(await page.getByRole('option').allInnerTexts(), words).toContainEqual(expect.stringContaining(found));
    }
    await page.getByRole('combobox').fill('zzyzx');
    await page.getByText('Nothing was found').waitFor();
  });

  it('finds what newcomers ask for among the first three', async () => {
    const page = await reference.page('');
    const found = page.getByRole('option');
    const missed: string[] = [];
    for (const [typed, ...wanted] of QUESTIONS) {
      await page.getByRole('combobox').fill('');
      await found.first().waitFor({ state: 'hidden' });
      await page.getByRole('combobox').fill(typed);
      await found.locator('b').first().waitFor();
      const titles = (await found.locator('b').allInnerTexts()).slice(0, 3);
      if (!wanted.some((title) => titles.includes(title))) missed.push(`${typed}: ${titles.join(', ')}`);
    }
    expect(missed).toEqual([]);
  });

  it('shows the kind, the title and an excerpt of what is found', async () => {
    const page = await reference.page('');
    await page.getByRole('combobox').fill('magic numbers');
    const first = page.getByRole('option').first();
    await first.waitFor();
    expect(await first.locator('.kind').innerText()).toBe('Guide');
    expect(await first.locator('b').innerText()).toBe('Magic numbers');
    expect(await first.locator('small').innerText()).toContain('Trying it in the sandbox');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('prints what the page says, without navigation, search and forms', async () => {
    const page = await reference.page('#/operations/service_bill_payment', { scheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const hidden = ['header', '#navigation', '.parameters input >> nth=0', '.copy >> nth=0', '.actions'];
    for (const part of hidden) expect(await page.locator(part).first().isVisible(), part).toBe(false);
    expect((await page.locator('main h1').boundingBox())!.x).toBeLessThan(10);
    const colours = await page.evaluate(
      '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("pre")).backgroundColor]',
    );
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  });

  it.each(['light', 'dark'] as const)('has the %s colours of the console, as the other pages have', async (scheme) => {
    const page = await reference.page('', { scheme });
    await page.goto(`${reference.service.url}/console`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const console = await coloursOf(
      page,
      Object.values(COLOURS).map((names) => `--mantine-color-${names[scheme]}`),
    );
    for (const path of ['/docs', '/sandbox', '/receipts/verify']) {
      await page.goto(reference.service.url + path);
      const own = Object.keys(COLOURS).map((name) => `--${name}`);
      expect(await coloursOf(page, own), path).toEqual(console);
    }
  });

  it.each([
    ['#/operations/service_airtime_purchase', 'service_airtime_purchase'],
    ['#/guides/idempotency/the-key', 'Paying once'],
    ['#/errors/insufficient_funds', 'Errors'],
    ['#/webhooks/deposit.completed', 'deposit.completed'],
    ['#/webhooks', 'Webhooks'],
    ['#/nowhere', 'The interface of Harmattan'],
  ])('opens %s', async (hash, expected) => {
    const page = await reference.page(hash);
    expect(await title(page)).toBe(expected);
  });

  it('shows the error of an address', async () => {
    const page = await reference.page('#/errors/insufficient_funds');
    const rowOfError = page.locator('tr.wanted');
    expect(await rowOfError.innerText()).toMatch(/Insufficient funds\s+Fund the wallet/);
    expect((await rowOfError.boundingBox())!.y).toBeLessThan(860);
  });

  it('signs what is tried with one session', async () => {
    const page = await reference.page('#/operations/user_deposit_order_create');
    expect(await send(page)).toMatch(/^HTTP 401,.*rqat_required/);
    await signInAsNewUser(page);
    expect(await send(page)).toMatch(/^HTTP 200,/);
    expect(await page.locator('.answer pre').innerText()).toMatch(/"accountNumber": "99\d{8}"/);
    await page.goto(`${reference.service.url}/docs#/operations/core_file_upload`);
    await page.getByRole('heading', { name: 'core_file_upload', level: 1 }).waitFor();
    expect(await send(page)).toMatch(/^HTTP 200,/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await send(page)).toMatch(/^HTTP 401,/);
  });

  it('goes on with the session of a registration that is tried, and shows what is typed in the samples', async () => {
    const page = await reference.page('#/operations/user_profile_create');
    await page.getByLabel('emal', { exact: true }).fill("o'brien@example.com");
    await page.getByRole('tab', { name: 'Python' }).click();
    expect(await page.locator('.samples pre').innerText()).toContain(`"emal": "o'brien@example.com"`);
    expect(await send(page)).toMatch(/^HTTP 200,/);
    expect(await page.locator('.who').innerText()).toBe("o'brien@example.com");
  });

  it('opens every guide, whose links lead somewhere', async () => {
    const page = await reference.page('');
    const guides = await page.locator('#navigation details').first().locator('a').all();
    expect(guides).toHaveLength(10);
    const document = (await (await fetch(`${reference.service.url}/openapi.json`)).json()) as { paths: object };
    const actions = new Set(Object.keys(document.paths));
    for (const link of guides) {
      await link.click();
      await page.getByRole('heading', { name: await link.innerText(), level: 1 }).waitFor();
      const links = await Promise.all((await page.locator('article a').all()).map((anchor) => anchor.getAttribute('href')));
      const operations = links.map(String).filter((href) => href.startsWith('#/operations/'));
      expect(operations.filter((href) => !actions.has(href.replace('#/operations', '')))).toEqual([]);
    }
  });
});

const VIEWS = [
  ['#/', 'The interface of Harmattan'],
  ['#/operations/user_transfer_create', 'user_transfer_create'],
  ['#/guides/signing', 'Signing in five minutes'],
  ['#/errors', 'Errors'],
  ['#/webhooks/deposit.completed', 'deposit.completed'],
] as const;

describe.each([1280, 390])('the reference at a width of %d', (width) => {
  it.each(['light', 'dark'] as const)('is accessible and stays within the screen: %s', async (scheme) => {
    const page = await reference.page('', { width, scheme });
    for (const [hash, heading] of VIEWS) {
      await page.goto(`${reference.service.url}/docs${hash}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      // Tables of a thousand rows take seconds, and their rows are alike.
      expect(await seriousFindings(page, { without: ['tbody tr:nth-child(n + 20)'] }), hash).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), hash).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await seriousFindings(page), 'signing in').toEqual([]);
  });
});

it('opens the navigation of a phone, and closes it with the choice', async () => {
  const page = await reference.page('', { width: 390 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Going live' }).first().click();
  await page.getByRole('heading', { name: 'Going live', level: 1 }).waitFor();
  expect(await page.locator('#navigation').isVisible()).toBe(false);
});

it('scrolls the navigation of a phone, below the header, where it is longer than the screen', async () => {
  const page = await reference.page('#/operations/user_wallet_history', { width: 390 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const navigation = (await page.locator('#navigation').boundingBox())!;
  const header = (await page.locator('body > header').boundingBox())!;
  expect([navigation.y, navigation.y + navigation.height]).toEqual([header.height, 860]);
  await page.locator('#navigation').hover();
  await page.mouse.wheel(0, 2_000);
  await expect
    .poll(() => page.getByRole('link', { name: 'Errors', exact: true }).boundingBox())
    .toMatchObject({ y: expect.toSatisfy((y: number) => y < 860) as number });
});

describe('files of the reference', () => {
  it('are of this service, compressed, and under a strict policy', async () => {
    const answer = await fetch(`${reference.service.url}/docs`);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    const document = await fetch(`${reference.service.url}/openapi.json`, { headers: { 'accept-encoding': 'br' } });
    expect(document.headers.get('content-encoding')).toBe('br');
    const plain = await fetch(document.url, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(await document.json());
  });

  it.each(['package.json', '..%2fpackage.json', 'index.html', 'constructor', '.sources', 'client%2f..%2f..%2fdocument.js'])(
    'serve no other file: %s',
    async (name) => {
      const answer = await fetch(`${reference.service.url}/docs/${name}`);
      expect(answer.status).toBe(404);
    },
  );
});

describe('samples', () => {
  const here = (code: string) => code.replaceAll('http://127.0.0.1:3000', reference.service.url);
  const shell = (code: string) => run('sh', ['-ec', here(code)], { cwd: reference.folder });

  it('that the page makes for a shell run with a session: reads, money, files', async () => {
    const client = new HarmattanClient({ baseUrl: reference.service.url });
    const user = { fsnm: 'Ada', lsnm: 'Obi', emal: 'samples@example.com', pswd: 'Harmattan-Wind-26' };
    await client.signIn('user_profile_create', { ...user, devt: 'Web', devs: 'samples', devn: 'Samples' });
    const { pbcKey, secret } = (await client.session())!;
    for (const action of ['user_profile_get_info', 'user_deposit_order_create', 'core_file_upload']) {
      const page = await reference.page(`#/operations/${action}`);
      const code = await page.locator('.samples pre').innerText();
      const signed = code.replace(/^KEY=.*$/m, `KEY=${pbcKey}`).replace(/^SECRET=.*$/m, `SECRET=${secret as string}`);
      const { stdout } = await shell(`printf Hello > note.txt\n${signed}`);
      expect(stdout, action).toContain('"STATUS":"OK"');
    }
  });

  it('begin with what installs the client that the service serves', async () => {
    const page = await reference.page('#/operations/user_wallet_get_info');
    const firstLines: string[] = [];
    for (const language of ['TypeScript', 'Python']) {
      await page.getByRole('tab', { name: language }).click();
      firstLines.push((await page.locator('.samples pre').innerText()).split('\n')[0]!);
    }
    const docs = `${reference.service.url}/docs`;
    const { wheel } = (await (await fetch(`${docs}/clients.json`)).json()) as { wheel: string };
    expect(firstLines).toEqual([`// npm install ${docs}/harmattan-client.tgz`, `# pip install ${docs}/${wheel}`]);
  });

  it('name the limits that hold', () => {
    for (const [name, [requests, seconds]] of Object.entries(LIMITS))
      expect(guide('errors')).toContain(`| ${name} | ${requests} in ${seconds} s |`);
  });
});
