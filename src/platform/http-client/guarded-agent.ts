import { Agent, type ClientRequestArgs, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { type GuardSettings, openGuarded } from './guarded-connection.js';
import type { HostAddresses } from './host-addresses.js';
import { once } from 'node:events';

/** Shorter than common servers keep an idle connection. */
const IDLE_MS = 4_000;
/** Per origin. */
const MAX_IDLE = 4;

export interface GuardedRequest extends ClientRequestArgs {
  readonly target: URL;
  /** Ends the opening of a connection; Node does not pass `signal` on to agents. */
  readonly opening: AbortSignal;
}

/** Keeps connections by origin; each new one goes to an address that was checked. */
export class GuardedAgent extends Agent {
  constructor(
    private readonly addresses: HostAddresses,
    private readonly settings: GuardSettings,
  ) {
    super({ keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS });
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as GuardedRequest).target.origin;
  }

  override createConnection(options: ClientRequestArgs, opened: (error: Error | null, socket: Duplex) => void): undefined {
    const { target, opening } = options as GuardedRequest;
    openGuarded(target, this.addresses, this.settings, opening).then(
      (socket) => opened(null, socket),
      (error: Error) => opened(error, undefined as unknown as Duplex),
    );
  }
}

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
