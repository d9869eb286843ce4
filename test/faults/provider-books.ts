import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from '../../packages/harness/random.js';

/** What a provider does with a reference that it receives for the first time. */
type Fate =
  | 'delivers'
  | 'refuses'
  | 'refuses for good'
  | 'delivers and is silent'
  | 'delivers and fails'
  | 'delivers and breaks off'
  | 'forgets and is silent'
  | 'forgets and fails'
  | 'delivers later'
  | 'refuses later'
  | 'delivers and never says'
  | 'never says';

const SHARES: readonly (readonly [Fate, number])[] = [
  ['delivers', 41],
  ['refuses', 12],
  ['refuses for good', 6],
  ['delivers and is silent', 8],
  ['delivers and fails', 6],
  ['delivers and breaks off', 6],
  ['forgets and is silent', 4],
  ['forgets and fails', 4],
  ['delivers later', 6],
  ['refuses later', 5],
  ['delivers and never says', 1],
  ['never says', 1],
];

export type Truth = 'delivered' | 'refused' | 'undecided';

interface Entry {
  readonly fate: Fate;
  readonly customerId: string;
  queries: number;
}

export interface Submitted {
  readonly reference: string;
  readonly customerId: string;
}

/** Two providers over HTTP in the test's own process, with books of what they really delivered. */
export class ProviderBooks {
  /** Each delivery: provider and customer. */
  readonly deliveries: { readonly provider: string; readonly customerId: string }[] = [];
  private readonly entries = new Map<string, Entry>();
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  private readonly random: Random;
  /** For each customer at each provider, so that its fate does not depend on the order of requests. */
  private readonly randomOf = new Map<string, Random>();

  constructor(private readonly seed: number) {
    this.random = new Random(seed);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What the provider knows of an attempt in the end. */
  truthOf(provider: string, reference: string): Truth {
    const fate = this.entries.get(`${provider}:${reference}`)?.fate;
    if (fate === undefined || fate.endsWith('never says')) return 'undecided';
    return fate.startsWith('refuses') ? 'refused' : 'delivered';
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, provider = '', call] = (request.url ?? '').split('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const submitted = JSON.parse(Buffer.concat(chunks).toString()) as Submitted;
    if (call === 'submit') this.submit(provider, submitted, response);
    else this.query(provider, submitted.reference, response);
  }

  private submit(provider: string, { reference, customerId }: Submitted, response: ServerResponse): void {
    const key = `${provider}:${reference}`;
    // The first provider knows a repeated reference, the second delivers again.
    if (provider === 'first' && this.entries.has(key)) return this.query(provider, reference, response);
    const fate = this.draw(provider, customerId);
    if (!fate.startsWith('forgets')) this.entries.set(key, { fate, customerId, queries: 0 });
    if (fate.startsWith('delivers')) this.deliveries.push({ provider, customerId });
    switch (fate) {
      case 'delivers':
        return answer(response, 'success');
      case 'refuses':
        return answer(response, 'refused');
      case 'refuses for good':
        return answer(response, 'refused for good');
      case 'delivers later':
      case 'refuses later':
        return answer(response, 'pending');
      case 'delivers and breaks off':
        return void response.socket?.destroy();
      case 'delivers and is silent':
      case 'forgets and is silent':
        return undefined;
      case 'delivers and fails':
      case 'forgets and fails':
      case 'delivers and never says':
      case 'never says':
        return answer(response, 'broken', 500);
    }
  }

  private query(provider: string, reference: string, response: ServerResponse): void {
    const entry = this.entries.get(`${provider}:${reference}`);
    if (this.random.chance(0.05)) return answer(response, 'broken', 503);
    if (!entry) return answer(response, 'not found');
    const truth = this.truthOf(provider, reference);
    if (truth === 'undecided') return answer(response, 'broken', 500);
    if (entry.fate.endsWith('later') && ++entry.queries < 2) return answer(response, 'pending');
    return answer(response, truth === 'delivered' ? 'success' : 'refused');
  }

  private draw(provider: string, customerId: string): Fate {
    const key = `${provider}:${customerId}`;
    const random = this.randomOf.get(key) ?? new Random(this.seed + Number(customerId) * (provider === 'first' ? 1 : 7));
    this.randomOf.set(key, random);
    let left = random.next() * SHARES.reduce((sum, [, share]) => sum + share, 0);
    return SHARES.find(([, share]) => (left -= share) < 0)?.[0] ?? 'delivers';
  }
}

function answer(response: ServerResponse, said: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ said }));
}
