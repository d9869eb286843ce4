/** `npm run pictures`: the pictures of README.md, taken of the console and `/docs` of a service with the demonstration. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { importPackage } from './lib/import-package.mjs';
import { root } from './lib/root.mjs';

const { Authenticator } = await importPackage('harness/demo/authenticator.js');
const { DemoService } = await importPackage('harness/demo/service.js');
const { provideBrowser } = await importPackage('harness/servers/programs.js');

const FOLDER = join(root, 'docs/pictures');
/** @type {import('playwright-core').BrowserContextOptions} */
const VIEW = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, colorScheme: 'light' };
/** Size of the palette, which keeps a picture below 200 KB. */
const COLOURS = 128;

const data = mkdtempSync(join(tmpdir(), 'harmattan-pictures-'));
operate('migrate', '--create');
const { staff, password } = operate('demo:seed');
const service = await DemoService.start({ DATA_DIR: data });
const browser = await chromium.launch({ executablePath: provideBrowser(), args: ['--no-sandbox'] });
mkdirSync(FOLDER, { recursive: true });
try {
  await take('docs', '/docs#/operations/service_bill_payment', (page) => page.getByRole('tab', { name: 'TypeScript' }).click());
  await take('console', '/console', (page) => signIn(page));
} finally {
  await browser.close();
  await service.stop();
}

async function take(name, path, act) {
  const page = await (await browser.newContext(VIEW)).newPage();
  await page.goto(service.origin + path);
  await act(page);
  await page.waitForLoadState('networkidle');
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: COLOURS })
    .toFile(join(FOLDER, `${name}.png`));
  console.log(`docs/pictures/${name}.png`, picture.size);
}

async function signIn(page) {
  const { email, totpSecret } = staff[0];
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByLabel(/Code of/).fill(await new Authenticator(totpSecret).next());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('heading').first().waitFor();
}

function operate(...args) {
  const env = { PATH: process.env.PATH, DATA_DIR: data };
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args, '--json'], {
    cwd: data,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args[0]} failed: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}
