import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '../contexts/files/support/samples.js';
import { filesIn } from '../contexts/files/support/uploads-app.js';
import { TestClient } from '../support/client.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { imageFiles } from './image-files.js';

const MOST_BYTES = 200_000_000;
const USER = { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com', pswd: 'Correct-horse-7', devt: 'Web', devs: '1', devn: 'x' };
const FROM_LAGOS = { 'x-forwarded-for': '105.112.0.1' };

describe('the files of the image, where nothing else is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-image-'));
  const image = join(folder, 'app');
  let service: ServiceProcess;
  beforeAll(async () => {
    // The folder of the run is within the project, whose packages would be found.
    cpSync(await imageFiles(), image, { recursive: true });
    const settings = { DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_SCALE: '100' };
    service = await startProcess(settings, 'pipe', image);
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it('take 200 MB at most', () => {
    const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('know the place of an address, write a document and make a picture small', async () => {
    const client = new TestClient(service.url);
    const { DATA: as } = (await client.post('user_profile_create', { body: USER, headers: FROM_LAGOS })).body;
    await until(async () => (await client.get('user_location_fetch', { as })).status === 200);
    expect((await client.get('user_location_fetch', { as })).body.DATA[0]).toMatchObject({ country: 'Nigeria' });

    const query = { from: '2026-01-01', to: '2099-12-31' };
    const { DATA: statement } = (await client.get('user_wallet_statement', { as, query })).body;
    expect(
      Buffer.from(statement.content as string, 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    const form = { file: { fileName: 'ada.jpg', content: await photo() } };
    const { DATA: file } = (await client.post('core_file_upload', { as, form })).body;
    const found = { rqtp: 'mk', rqvl: file.marker as string };
    await until(async () => (await client.get('core_file_fetch', { as, query: found })).body.DATA.status === 'active');
    await until(() => filesIn(join(folder, 'uploads')).length === 2);
    expect((await fetch(`${service.url}${file.localUrl as string}`)).status).toBe(200);
  });
});
