import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoredBillerLogos } from '../../../src/contexts/catalogue/catalogue.store.js';
import { BillerLogos, Catalogue, CatalogueSnapshot } from '../../../src/contexts/catalogue/catalogue.js';
import { FileStorage } from '../../../src/kernel/storage.js';
import { AddressRefused } from '../../../src/platform/http-client/guarded-connection.js';
import { type GuardedAnswer, type GuardedGet, guardedGet } from '../../../src/platform/http-client/guarded-agent.js';
import { HostAddresses } from '../../../src/platform/http-client/host-addresses.js';
import { ImageProcess } from '../../../src/platform/images/image-process.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';

const answer = (status: number, ...chunks: Buffer[]): Promise<GuardedAnswer> =>
  Promise.resolve({ status, body: Readable.from(chunks) });
const SOURCE = 'https://pictures.provider.ng/mtn.png';

describe.each(ONE_BACKEND)('pictures of billers on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let picture: Buffer;
  const get = vi.fn<GuardedGet>();
  let logos: StoredBillerLogos;
  beforeAll(async () => {
    service = await startApp(backend);
    ada = await service.register();
    picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    logos = new StoredBillerLogos(
      service.app.get(FileStorage),
      service.client.baseUrl,
      service.app.get(Log),
      get,
      new ImageProcess(),
    );
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
    get.mockImplementation(() => answer(200, picture));
    await logos.copy([SOURCE, SOURCE, '']);
    await logos.copy([SOURCE]);
    expect(get).toHaveBeenCalledTimes(1);
    const url = logos.urlOf(SOURCE);
    expect(url.startsWith(`${service.client.baseUrl}/logos/`)).toBe(true);
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { format, width } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, width]).toEqual(['webp', 256]);
    expect((await fetch(`${url}x`)).status).toBe(404);

    const catalogue = provider(service, Catalogue);
    const listed = await catalogue.recent();
    vi.spyOn(catalogue, 'recent').mockResolvedValueOnce(
      new CatalogueSnapshot(
        listed.activeCategories,
        listed.activeBillers.map((biller) => ({ ...biller, logoUrl: SOURCE })),
        listed.activeItems,
      ),
    );
    expect([...new Set((await billers()).map(({ billerLogo }) => billerLogo))]).toEqual([url]);
  });

  it('are found by a process that did not copy them', async () => {
    const other = new StoredBillerLogos(
      service.app.get(FileStorage),
      'https://api.harmattan.ng',
      service.app.get(Log),
      get,
      new ImageProcess(),
    );
    expect(other.urlOf(SOURCE)).toBe('');
    await until(async () => other.urlOf(SOURCE).startsWith('https://api.harmattan.ng/logos/'));
  });

  it('are never fetched from an invalid host, and none is shown where the copying fails', async () => {
    get.mockClear();
    const invalid = [
      'http://a.ng/x.png',
      'https://a.invalid/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://a.ng:8080/x',
      'x',
    ];
    await logos.copy(invalid);
    expect(get).not.toHaveBeenCalled();
    expect(invalid.map((source) => logos.urlOf(source))).toEqual(invalid.map(() => ''));
    const failing: [string, () => Promise<GuardedAnswer>][] = [
      ['https://b.ng/gone', () => answer(404)],
      ['https://b.ng/text', () => answer(200, Buffer.from('<svg/onload=alert(1)>'))],
      ['https://b.ng/large', () => answer(200, Buffer.alloc(1_100_000))],
      ['https://b.ng/elsewhere', () => answer(302, picture)],
      ['https://b.ng/away', () => Promise.reject(new Error('unreachable'))],
    ];
    for (const [source, answering] of failing) {
      get.mockImplementationOnce(answering);
      await logos.copy([source]);
      expect(logos.urlOf(source)).toBe('');
    }
  });
});

describe('guardedGet', () => {
  class NameServer extends HostAddresses {
    of() {
      return Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    }
  }
  const inTime = () => AbortSignal.timeout(5_000);

  it('connects to no private address, whatever its name says, and follows no redirect', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/away') response.writeHead(302, { location: '/picture' });
      response.end('picture');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `http://pictures.provider.ng:${port}`;
    const refusing = guardedGet(new NameServer(), { allowsLoopback: false });
    await expect(refusing(`${address}/picture`, inTime())).rejects.toThrow(AddressRefused);
    expect(asked).toEqual([]);

    const get = guardedGet(new NameServer(), { allowsLoopback: true });
    const { status, body } = await get(`${address}/picture?size=1`, inTime());
    expect([status, await text(body)]).toEqual([200, 'picture']);
    expect((await get(`${address}/away`, inTime())).status).toBe(302);
    expect(asked).toEqual(['/picture?size=1', '/away']);
    server.closeAllConnections();
    server.close();
  });
});
