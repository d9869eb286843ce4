import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findBinary } from './binaries.js';
import { freePort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';

export function findClamd(): string | undefined {
  return findBinary('clamd');
}

/** Whether a ClamAV daemon answers at `url`; the reason when not. */
function whyNotClamd(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const finish = (reason?: string) => {
      socket.destroy();
      resolve(reason);
    };
    socket.setTimeout(5_000, () => finish('no answer within 5 s'));
    socket.on('error', (error) => finish(error.message || (error as NodeJS.ErrnoException).code));
    socket.on('close', () => finish('it closed the connection'));
    socket.on('data', (chunk) => finish(chunk.toString().startsWith('PONG') ? undefined : chunk.toString()));
    socket.write('zPING\0');
  });
}

/** A private ClamAV daemon on a free port, with only these signatures: names by the text they match. */
export async function launchClamd(
  command: string,
  { signatures = {} }: { signatures?: Readonly<Record<string, string>> } = {},
): Promise<PrivateServer> {
  const directory = makeServerDirectory('clamd');
  const port = await freePort();
  const url = `tcp://127.0.0.1:${port}`;
  const database = join(directory, 'signatures');
  mkdirSync(database);
  // Name, kind of file (any), place (anywhere), hex.
  const lines = Object.entries(signatures).map(([name, text]) => `${name}:0:*:${Buffer.from(text).toString('hex')}\n`);
  writeFileSync(join(database, 'local.ndb'), lines.join(''));
  const config = join(directory, 'clamd.conf');
  const settings = [
    `DatabaseDirectory ${database}`,
    `TemporaryDirectory ${directory}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'Foreground yes',
    'SelfCheck 86400',
    'Debug no',
  ];
  writeFileSync(config, `${settings.join('\n')}\n`);
  const isReady = async () => (await whyNotClamd(url)) === undefined;
  const args = [`--config-file=${config}`];
  return new PrivateServer({ name: 'ClamAV', command, args, directory, port, url, isReady }).start();
}
