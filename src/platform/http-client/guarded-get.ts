import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { GuardedAgent, type GuardedRequest } from './guarded-agent.js';
import type { GuardSettings } from './guarded-connection.js';
import type { HostAddresses } from './host-addresses.js';

export interface GuardedAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads from an address that others chose, at public addresses only. It does not follow redirects. */
export type GuardedGet = (url: string, signal: AbortSignal) => Promise<GuardedAnswer>;

export function guardedGet(addresses: HostAddresses, settings: GuardSettings): GuardedGet {
  const agent = new GuardedAgent(addresses, settings);
  return async (address, signal) => {
    const target = new URL(address);
    const options: GuardedRequest = {
      path: target.pathname + target.search,
      headers: { host: target.host, 'user-agent': 'Harmattan/1' },
      agent,
      target,
      opening: signal,
      signal,
    };
    const request = httpRequest(options);
    // An error that occurs while nothing awaits the request would end the process without a listener.
    request.on('error', () => undefined);
    request.end();
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    return { status: response.statusCode!, body: response };
  };
}
