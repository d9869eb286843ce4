/** MinIO: an object store that speaks S3. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { provideGoProgram } from './go-programs.js';
import { fixedPort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';
import { isOk } from './processes.js';

const USER = 'harmattan';
const PASSWORD = 'secret/key+with=signs';
const BUCKET = 'uploads';

/** With one empty bucket. @returns the server, and the URL for S3_URL. @throws NotToBeHad where it cannot be built */
export async function launchMinio(): Promise<{ server: PrivateServer; s3Url: string }> {
  const [port, directory] = [await fixedPort(), makeServerDirectory('minio')];
  const url = `http://127.0.0.1:${port}`;
  const data = join(directory, 'data');
  // A folder of the data is a bucket.
  mkdirSync(join(data, BUCKET), { recursive: true });
  const server = new PrivateServer({
    name: 'MinIO',
    command: provideGoProgram('minio'),
    args: ['server', '--quiet', '--address', `127.0.0.1:${port}`, data],
    env: {
      ...process.env,
      MINIO_ROOT_USER: USER,
      MINIO_ROOT_PASSWORD: PASSWORD,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      HOME: directory,
    },
    directory,
    port,
    url,
    isReady: () => isOk(`${url}/minio/health/live`),
  });
  await server.start();
  return { server, s3Url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${BUCKET}?region=us-east-1` };
}
