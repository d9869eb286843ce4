import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoredBillerLogos } from '../../../src/contexts/billing/adapters/logos/stored-biller-logos.js';
import { BillerLogos } from '../../../src/contexts/billing/application/ports/biller-logos.js';
import { Catalogue } from '../../../src/contexts/billing/application/ports/catalogue.js';
import { CatalogueSnapshot } from '../../../src/contexts/billing/domain/catalogue.js';
import { FileStorage } from '../../../src/kernel/storage.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';

const SOURCE = 'https://pictures.provider.ng/mtn.png';

describe.each(BACKENDS)('pictures of billers on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let picture: Buffer;
  const request = vi.fn<typeof fetch>();
  let logos: StoredBillerLogos;
  beforeAll(async () => {
    service = await startApp(backend);
    ada = await service.register();
    picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    logos = new StoredBillerLogos(service.app.get(FileStorage), service.client.baseUrl, service.app.get(Log), request);
    await until(async () => (await provider(service, Catalogue).current()).activeBillers.length > 0);
    const served = provider(service, BillerLogos);
    served.urlOf = (source) => logos.urlOf(source);
  });
  afterAll(() => service.close());

  const billers = async () =>
    (await service.client.get('service_biller_fetch', { as: ada, query: { rqtp: 'all', rqvl: 'x' } })).body.DATA as {
      billerId: string;
      billerLogo: string;
    }[];

  it('are empty where the provider has none', async () => {
    expect((await billers()).map(({ billerLogo }) => billerLogo).filter((logo) => logo !== '')).toEqual([]);
  });

  it('are copied once, made small, and served by us', async () => {
    request.mockImplementation(() => Promise.resolve(new Response(new Uint8Array(picture))));
    await logos.copy([SOURCE, SOURCE, '']);
    await logos.copy([SOURCE]);
    expect(request).toHaveBeenCalledTimes(1);
    const url = logos.urlOf(SOURCE);
    expect(url.startsWith(`${service.client.baseUrl}/logos/`)).toBe(true);
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { format, width } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, width]).toEqual(['webp', 256]);
    expect((await fetch(`${url}x`)).status).toBe(404);

    const catalogue = provider(service, Catalogue);
    const listed = await catalogue.current();
    vi.spyOn(catalogue, 'current').mockResolvedValueOnce(
      new CatalogueSnapshot(
        listed.activeCategories,
        listed.activeBillers.map((biller) => ({ ...biller, logoUrl: SOURCE })),
        listed.activeItems,
      ),
    );
    expect([...new Set((await billers()).map(({ billerLogo }) => billerLogo))]).toEqual([url]);
  });

  it('are found by a process that did not copy them', async () => {
    const other = new StoredBillerLogos(service.app.get(FileStorage), 'https://api.harmattan.ng', service.app.get(Log), request);
    expect(other.urlOf(SOURCE)).toBe('');
    await until(async () => other.urlOf(SOURCE).startsWith('https://api.harmattan.ng/logos/'));
  });

  it('are never fetched from an invalid host, and none is shown where the copying fails', async () => {
    request.mockClear();
    const invalid = [
      'http://a.ng/x.png',
      'https://a.invalid/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://a.ng:8080/x',
      'x',
    ];
    await logos.copy(invalid);
    expect(request).not.toHaveBeenCalled();
    expect(invalid.map((source) => logos.urlOf(source))).toEqual(invalid.map(() => ''));
    const failing: [string, () => Promise<Response>][] = [
      ['https://b.ng/gone', () => Promise.resolve(new Response('', { status: 404 }))],
      ['https://b.ng/text', () => Promise.resolve(new Response('<svg/onload=alert(1)>'))],
      ['https://b.ng/large', () => Promise.resolve(new Response(new Uint8Array(1_100_000)))],
      ['https://b.ng/away', () => Promise.reject(new Error('unreachable'))],
    ];
    for (const [source, answer] of failing) {
      request.mockImplementationOnce(answer);
      await logos.copy([source]);
      expect(logos.urlOf(source)).toBe('');
    }
  });
});
