import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type Delivery, type OutgoingMessage, WebhookSender } from '../webhooks.js';
import { GuardedAgent, type GuardedRequest } from '../../../platform/http-client/guarded-agent.js';
import { AddressRefused, checkedAddresses, type GuardSettings } from '../../../platform/http-client/guarded-connection.js';
import { HostAddresses } from '../../../platform/http-client/host-addresses.js';

export class DeliveryLimits implements GuardSettings {
  /** From resolving the name to the last byte. */
  timeoutMs = 15_000;
  bodyBytes = 16_384;
  certificateAuthority: string | undefined;

  constructor(readonly allowsLoopback: boolean) {}
}

/** Posts to a public address, over a kept connection where there is one. Redirects are not followed. */
@Injectable()
export class HttpWebhookSender extends WebhookSender {
  private readonly agent: GuardedAgent;

  constructor(
    private readonly addresses: HostAddresses,
    private readonly limits: DeliveryLimits,
  ) {
    super();
    this.agent = new GuardedAgent(addresses, limits);
  }

  async send(message: OutgoingMessage): Promise<Delivery> {
    const signal = AbortSignal.timeout(this.limits.timeoutMs);
    const url = new URL(message.url);
    try {
      for (;;) {
        const request = this.begin(url, message, signal);
        try {
          return { status: await this.statusOf(request, signal) };
        } catch (error) {
          request.destroy();
          if (!isStale(request, error)) throw error;
        }
      }
    } catch (error) {
      if (error instanceof AddressRefused) return { refused: error.message };
      if (signal.aborted) throw new Error(`no complete answer within ${this.limits.timeoutMs / 1_000} s`, { cause: error });
      throw error;
    }
  }

  async refusalOf(url: string): Promise<string | undefined> {
    try {
      await checkedAddresses(new URL(url), this.addresses, this.limits, AbortSignal.timeout(this.limits.timeoutMs));
    } catch (error) {
      if (error instanceof AddressRefused) return error.message;
      // A name that nobody knows yet is checked again with each message.
    }
    return undefined;
  }

  private begin(url: URL, { headers, body }: OutgoingMessage, signal: AbortSignal): ClientRequest {
    const options: GuardedRequest = {
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': 'Harmattan-Webhooks/1',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      agent: this.agent,
      target: url,
      opening: signal,
      signal,
    };
    const request = httpRequest(options);
    // An error that occurs while nothing awaits the request would end the process without a listener.
    request.on('error', () => undefined);
    request.end(body);
    return request;
  }

  private async statusOf(request: ClientRequest, signal: AbortSignal): Promise<number> {
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    let readBytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      readBytes += chunk.length;
      if (readBytes >= this.limits.bodyBytes) break;
    }
    return response.statusCode!;
  }
}

/** The server closed a kept connection while it was idle: nothing was answered, and another connection is used. */
function isStale(request: ClientRequest, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}
