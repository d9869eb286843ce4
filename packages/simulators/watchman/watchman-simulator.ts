import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../shared/loopback-server.js';

export interface SimulatedEntry {
  readonly name: string;
  readonly sourceList: string;
  readonly sourceID: string;
  /** YYYY-MM-DD. */
  readonly birth?: string;
}

const BY_NAME_ALONE = 0.944;
const BY_NAME_AND_BIRTH = 0.985;

/** Lists of sanctions as Moov's Watchman serves them. It finds the same words in any order. */
export class WatchmanSimulator extends LoopbackServer {
  readonly entries: SimulatedEntry[] = [];
  /** Answers with an error. */
  isDown = false;
  /** The names that were asked about. */
  readonly asked: string[] = [];

  static async start(port = 0): Promise<WatchmanSimulator> {
    const simulator = new WatchmanSimulator();
    await simulator.listen(port);
    return simulator;
  }

  protected handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const answer = this.isDown ? undefined : pathname === '/v2/listinfo' ? this.info() : this.search(searchParams);
    response
      .writeHead(answer ? 200 : 500, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'down' }));
    return Promise.resolve();
  }

  private info(): object {
    const names = [...new Set(this.entries.map(({ sourceList }) => sourceList))];
    const on = (list: string) => this.entries.filter(({ sourceList }) => sourceList === list);
    return {
      lists: Object.fromEntries(names.map((name) => [name, on(name).length])),
      listHashes: Object.fromEntries(names.map((name) => [name, JSON.stringify(on(name)).length.toString(16)])),
      version: 'v0.66.0',
    };
  }

  private search(query: URLSearchParams): object | undefined {
    const [name, birth, least] = [query.get('name') ?? '', query.get('birthDate'), Number(query.get('minMatch'))];
    if (query.get('type') !== 'person' || name === '') return undefined;
    this.asked.push(name);
    const scored = this.entries
      .filter((entry) => words(entry.name) === words(name) && (entry.birth === undefined || entry.birth === birth))
      .map((entry) => ({ entry, match: entry.birth === undefined ? BY_NAME_ALONE : BY_NAME_AND_BIRTH }));
    const found = scored.filter(({ match }) => match >= least);
    return {
      query: { name },
      entities: found.map(({ entry: { name: listed, sourceList, sourceID }, match }) => ({
        entity: { name: listed, entityType: 'person', sourceList, sourceID },
        match,
      })),
    };
  }
}

function words(name: string): string {
  return name.toLowerCase().split(/\s+/).toSorted().join(' ');
}
