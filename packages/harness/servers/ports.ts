import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Below those that the kernel gives to outgoing connections, which could take the port of a server that is down. */
const FIRST = 15_000;
const LAST = 32_000;
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST));

/** A TCP port on 127.0.0.1 that stays free while its server is down; never the same twice. */
export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = (next = next >= LAST ? FIRST : next + 1);
    if (await isFree(port)) return port;
  }
}

/** A TCP port on 127.0.0.1 that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
