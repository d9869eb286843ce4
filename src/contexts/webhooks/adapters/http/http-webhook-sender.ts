import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { type Delivery, type OutgoingMessage, WebhookSender } from '../../application/ports/webhook-sender.js';
import { AddressRefused, type GuardSettings, openGuarded } from './guarded-connection.js';
import { HostAddresses } from './host-addresses.js';

export class DeliveryLimits implements GuardSettings {
  /** From resolving the name to the last byte. */
  timeoutMs = 15_000;
  bodyBytes = 16_384;
  certificateAuthority: string | undefined;

  constructor(readonly allowsLoopback: boolean) {}
}

/** Posts over a new connection to a public address. Redirects are not followed. */
@Injectable()
export class HttpWebhookSender extends WebhookSender {
  constructor(
    private readonly addresses: HostAddresses,
    private readonly limits: DeliveryLimits,
  ) {
    super();
  }

  async send(message: OutgoingMessage): Promise<Delivery> {
    const signal = AbortSignal.timeout(this.limits.timeoutMs);
    const url = new URL(message.url);
    try {
      const socket = await openGuarded(url, this.addresses, this.limits, signal);
      try {
        return { status: await this.post(socket, url, message, signal) };
      } finally {
        socket.destroy();
      }
    } catch (error) {
      if (error instanceof AddressRefused) return { refused: error.message };
      if (signal.aborted) throw new Error(`no complete answer within ${this.limits.timeoutMs / 1_000} s`, { cause: error });
      throw error;
    }
  }

  private async post(socket: Socket, url: URL, { headers, body }: OutgoingMessage, signal: AbortSignal): Promise<number> {
    const request = httpRequest({
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': 'Harmattan-Webhooks/1',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
        ...headers,
      },
      createConnection: () => socket,
      signal,
    });
    // An error that occurs while nothing awaits the request would end the process without a listener.
    request.on('error', () => undefined);
    request.end(body);
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    let readBytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      readBytes += chunk.length;
      if (readBytes >= this.limits.bodyBytes) break;
    }
    return response.statusCode!;
  }
}
