import { writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FilesJobs } from '../../../src/contexts/files/files.jobs.js';
import { type Backend, BACKENDS, makeBackend, type TestBackend } from '../../support/backend.js';
import { TestClient, signedHeaders } from '../../support/client.js';
import { multipart } from '../../support/multipart.js';
import { buildService, type ServiceProcess, startProcess } from '../../support/service-process.js';
import { filesIn, type UploadedFile, UploadsApp } from './support/uploads-app.js';

const USER = { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com', pswd: 'Correct-horse-7', devt: 'Web', devs: '1', devn: 'x' };

/** Begins an upload of five megabytes and stops after the first. */
function beginUpload(service: ServiceProcess, as: { pbcKey: string; secret: string }): Socket {
  const target = '/?req=core_file_upload';
  const headers = {
    ...signedHeaders(as, { method: 'POST', target, bodyHash: multipart([]).bodyHash }),
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '5000000',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = createConnection(service.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST ${target} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`);
  socket.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(1_000_000)}`);
  return socket;
}

describe.each(BACKENDS)('process killed during an upload on %s', (backend) => {
  let place: TestBackend;
  let service: ServiceProcess;
  beforeAll(async () => {
    await buildService();
    place = makeBackend(backend);
    service = await startProcess(place.environment);
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    await place.remove();
  });

  it('leaves neither record nor bytes', async () => {
    const incoming = () => filesIn(join(place.config.dataDir, 'incoming'));
    const { DATA } = (await new TestClient(service.url).post('user_profile_create', { body: USER })).body;
    const sockets = [beginUpload(service, DATA), beginUpload(service, DATA)];
    await expect.poll(incoming).toHaveLength(2);
    await service.end('SIGKILL');
    for (const socket of sockets) socket.destroy();
    expect(incoming()).toHaveLength(2);

    service = await startProcess(place.environment);
    await expect.poll(incoming).toEqual([]);
    expect(filesIn(join(place.config.dataDir, 'uploads'))).toEqual([]);
    const none = await new TestClient(service.url).get('core_file_fetch', { as: DATA, query: { rqtp: 'user' } });
    expect(none.body.ERRORS.CODE).toBe(404);
  });
});

describe.each(BACKENDS)('process killed between storing and recording on %s', (backend: Backend) => {
  let uploads: UploadsApp;
  beforeAll(async () => {
    uploads = await UploadsApp.start(backend);
  });
  afterAll(() => uploads.close());

  const sweep = () => uploads.service.app.get(FilesJobs, { strict: false }).sweep();
  const nameOf = ({ localUrl }: UploadedFile) => /[0-9a-f]{32}/.exec(localUrl)![0];
  const pathOf = (file: UploadedFile) => `users/${file.userid}/${nameOf(file)}`;

  it('leaves a record, by which the sweep finds the bytes', async () => {
    const half = await uploads.upload('half.txt', 'half');
    const whole = await uploads.upload('whole.txt', 'whole');
    await uploads.settled();
    // The state before the second commit.
    await uploads.execute("UPDATE file SET status = 'incoming', due_at = ? WHERE id = ?", Date.now() + 60_000, half.marker);
    await sweep();
    expect((await uploads.fetch({ rqtp: 'mk', rqvl: half.marker })).status).toBe(404);
    expect((await uploads.show(half)).status).toBe(404);
    expect(uploads.contents()).toHaveLength(2);

    await uploads.execute('UPDATE file SET due_at = 1 WHERE id = ?', half.marker);
    await sweep();
    await uploads.settled();
    expect(uploads.contents()).toEqual([pathOf(whole)]);
    expect(await uploads.rows('SELECT id FROM file')).toEqual([{ id: whole.marker }]);
    const usage = await uploads.rows('SELECT used_bytes FROM file_usage WHERE user_id = ?', uploads.ada.userid);
    expect(usage).toEqual([{ used_bytes: 5 }]);
    await uploads.delete(whole.marker);
  });

  it('the sweep completes jobs that the queue lost', async () => {
    const kept = await uploads.upload('kept.txt', 'kept');
    const gone = await uploads.upload('gone.txt', 'gone');
    await uploads.settled();
    await uploads.delete(gone.marker);
    // The state before its bytes were removed and before the other file was processed.
    writeFileSync(join(uploads.service.config.dataDir, 'uploads', pathOf(gone)), 'gone');
    await uploads.execute('UPDATE file SET processed_at = 0 WHERE id = ?', kept.marker);
    await uploads.execute('UPDATE file SET due_at = 1');
    await sweep();
    await uploads.settled();
    expect(uploads.contents()).toEqual([pathOf(kept)]);
    expect(await uploads.rows('SELECT id FROM file WHERE processed_at = 0')).toEqual([]);
  });
});
