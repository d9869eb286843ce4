import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * What goes wrong with the next request to a path. Done: the request has its effect, and its answer is lost or unreadable.
 * Otherwise it has none.
 */
export type Fault =
  | 'done_then_hang'
  | 'done_then_close'
  | 'done_then_error'
  | 'done_then_garbage'
  | 'done_then_huge'
  | 'done_then_page'
  | 'done_then_late'
  | 'unavailable'
  | 'cut'
  | 'refused'
  | 'unauthorized';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** An answer, and what becomes of it. */
export interface FaultyReply {
  readonly reply: Reply;
  readonly fault?: Fault | undefined;
}

/** Faults by path, each for one request, in order, or for all. */
export class Faults {
  private readonly queued = new Map<string, Fault[]>();
  private readonly lasting = new Map<string, Fault>();

  /** @param path the beginning of a path */
  add(path: string, ...faults: Fault[]): void {
    this.queued.set(path, [...(this.queued.get(path) ?? []), ...faults]);
  }

  /** For every request to the path from now on. */
  always(path: string, fault: Fault): void {
    this.lasting.set(path, fault);
  }

  clear(): void {
    this.queued.clear();
    this.lasting.clear();
  }

  /** Whether a request may wait for an answer that comes late or never. */
  get hasDelay(): boolean {
    return [...this.lasting.values(), ...[...this.queued.values()].flat()].some(isDelay);
  }

  take(path: string): Fault | undefined {
    const entry = [...this.queued].find(([prefix, faults]) => path.startsWith(prefix) && faults.length > 0);
    return entry?.[1].shift() ?? [...this.lasting].find(([prefix]) => path.startsWith(prefix))?.[1];
  }
}

export function isDelay(fault: Fault | undefined): boolean {
  return fault === 'done_then_hang' || fault === 'done_then_late';
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Longer than a test waits for an answer. */
const LATE_MS = 1_000;

/** Sends what a fault says before anything is done. @returns whether there is one */
export function isStopped(response: ServerResponse, fault: Fault | undefined): boolean {
  if (fault === 'cut') response.destroy();
  else if (fault === 'unavailable') send(response, { status: 503, body: 'unavailable' });
  else return false;
  return true;
}

/** Sends what a fault makes of an answer. */
export function sendFaulty(response: ServerResponse, fault: Fault | undefined, reply: Reply): void {
  if (fault === 'done_then_hang') return;
  const json = { 'content-type': 'application/json' };
  if (fault === 'done_then_close') response.destroy();
  else if (fault === 'done_then_error') response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
  else if (fault === 'done_then_garbage') response.writeHead(200, json).end('{"status":tru');
  else if (fault === 'done_then_huge') response.writeHead(200, json).end(`{"padding":"${'x'.repeat(1_200_000)}"}`);
  else if (fault === 'done_then_page')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Just a moment</title></html>');
  else if (fault === 'done_then_late') setTimeout(() => response.destroyed || send(response, reply), LATE_MS).unref();
  else send(response, reply);
}
