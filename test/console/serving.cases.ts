import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${theConsole().service.url}${path}`, { headers });

async function assetOf(page: string): Promise<string> {
  return /src="(\/console\/assets\/[^"]+\.js)"/.exec(await (await get(page)).text())![1]!;
}

describe('console, as it is served', () => {
  it('is one page under every address but those of files', async () => {
    for (const path of ['/console', '/console/', '/console/users/01ABC?by=name', '/console/index.html']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
    expect((await get('/console/assets/none-12345678.js')).status).toBe(404);
    expect((await get('/console/assets/..%2f..%2fcli.js')).status).toBe(404);
  });

  it('names style tags by a nonce of each answer, and allows nothing from other hosts', async () => {
    const [one, other] = [await get('/console'), await get('/console')];
    const policies = [one, other].map(({ headers }) => headers.get('content-security-policy')!);
    const nonce = /'nonce-([^']+)'/.exec(policies[0]!)![1]!;
    expect(await one.text()).toContain(`nonce="${nonce}"`);
    expect(policies[1]).not.toContain(nonce);
    expect(policies[0]).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policies[0]).not.toMatch(/unsafe|http/);
    expect(one.headers.get('cache-control')).toBe('no-cache, no-store');
  });

  it('sends scripts compressed, to be kept for ever', async () => {
    const path = await assetOf('/console');
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { headers } = await get(path, { 'accept-encoding': accepted });
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      expect(headers.get('cache-control')).toContain('immutable');
    }
  });

  it('is loaded anew where the files of the next screen have gone with an update of the service', async () => {
    const page = await theConsole().freshPageOf('Administrator', '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    let isOld = true;
    await page.route('**/console/**', (route) => {
      if (route.request().isNavigationRequest()) isOld = false;
      return isOld ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue();
    });
    await page.getByRole('link', { name: 'Tariffs and limits' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tariffs and limits' }).waitFor();
    expect(isOld).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/console/tariffs');
  });

  it('shows the first screen with less than 400 KB, all from this service', async () => {
    const page = await theConsole().freshPageOf('Administrator', '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name, encodedBodySize }: { name: string; encodedBodySize?: number }) => ({
        name,
        bytes: encodedBodySize ?? 0,
      })),
    );
    expect(loaded.filter(({ name }) => !name.startsWith(theConsole().service.url))).toEqual([]);
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(400_000);
  });
});
