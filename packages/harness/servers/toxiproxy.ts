/** Toxiproxy before a server: its connections become slow, narrow, are cut into pieces or reset. */
import { provideGoProgram } from './go-programs.js';
import { fixedPort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';
import { isOk } from './processes.js';

/** By their names and attributes: times in ms (of `slicer` µs), rates in KB/s, sizes in bytes. */
export interface Toxics {
  readonly latency: { readonly latency: number; readonly jitter?: number };
  readonly bandwidth: { readonly rate: number };
  readonly slicer: { readonly average_size: number; readonly size_variation: number; readonly delay: number };
  readonly reset_peer: { readonly timeout: number };
  readonly limit_data: { readonly bytes: number };
  readonly timeout: { readonly timeout: number };
}

export class Toxiproxy extends PrivateServer {
  /** @returns the proxy, and the URL that reaches the server through it. @throws NotToBeHad where it cannot be built */
  static async before(serverUrl: string): Promise<{ proxy: Toxiproxy; url: string }> {
    const [port, listen, target] = [await fixedPort(), await fixedPort(), new URL(serverUrl)];
    const url = `http://127.0.0.1:${port}`;
    const proxy = new Toxiproxy({
      name: 'Toxiproxy',
      command: provideGoProgram('toxiproxy'),
      args: ['-host', '127.0.0.1', '-port', String(port)],
      directory: makeServerDirectory('toxiproxy'),
      port,
      url,
      isReady: () => isOk(`${url}/version`),
    });
    await proxy.start();
    const upstream = `${target.hostname}:${target.port || 3306}`;
    await proxy.#post('/proxies', { name: 'server', listen: `127.0.0.1:${listen}`, upstream, enabled: true });
    return { proxy, url: Object.assign(target, { hostname: '127.0.0.1', port: String(listen) }).href };
  }

  /** From now on, also for connections that are open. @param stream `downstream` is what the server says */
  async add<Type extends keyof Toxics>(type: Type, attributes: Toxics[Type], stream = 'downstream'): Promise<void> {
    await this.#post('/proxies/server/toxics', { type, stream, attributes });
  }

  /** Takes away all that was added. */
  async heal(): Promise<void> {
    await this.#post('/reset', {});
  }

  async #post(path: string, body: object): Promise<void> {
    const answer = await fetch(this.url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`Toxiproxy: ${answer.status} ${await answer.text()}`);
  }
}
