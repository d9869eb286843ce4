import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const FORWARD_TIMEOUT_MS = 10_000;

export interface ReceivedWebhook {
  readonly id: string;
  readonly body: string;
  /** Answer of the application that it was forwarded to; undefined: not forwarded. */
  readonly status: number | undefined;
  readonly error: string | undefined;
}

/** An endpoint on this machine, which forwards webhooks and returns the application's answers. */
export class WebhookListener {
  private readonly server: Server;

  constructor(
    private readonly forwardTo: string | undefined,
    /** An event that is taken and not told of. */
    private readonly silent: string,
    private readonly onWebhook: (webhook: ReceivedWebhook) => void,
  ) {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (typeOf(body) === this.silent) return void response.writeHead(204).end();
    const { status, error } = await this.forward(request, body);
    response.writeHead(error === undefined ? (status ?? 204) : 502).end();
    this.onWebhook({ id: String(request.headers['webhook-id']), body, status, error });
  }

  private async forward({ headers }: IncomingMessage, body: string): Promise<{ status?: number; error?: string }> {
    if (this.forwardTo === undefined) return {};
    const kept = Object.entries(headers).filter(([name]) => name.startsWith('webhook-') || name === 'content-type');
    try {
      const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
      const init = { method: 'POST', headers: Object.fromEntries(kept) as Record<string, string>, body, signal };
      const { status } = await fetch(this.forwardTo, { ...init, redirect: 'manual' });
      return { status };
    } catch (error) {
      const { cause, message } = error as Error;
      return { error: cause instanceof Error ? cause.message : message };
    }
  }
}

function typeOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { type?: unknown } | null)?.type;
  } catch {
    return undefined;
  }
}
