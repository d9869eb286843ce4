import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Agent } from 'undici';
import type { HttpCall, HttpResult } from './http-call.js';
import { SingleCall } from './single-call.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than common servers keep an idle connection, because a call on a closed one is unknown. */
const IDLE_MS = 4_000;
const CONNECTIONS = 64;

/** Calls providers: each request is sent at most once, over kept connections, without redirects. */
export class HttpClient implements BeforeApplicationShutdown {
  private readonly agent: Agent;

  /** @param certificateAuthority PEM that is trusted in place of the public ones */
  constructor(certificateAuthority?: string) {
    this.agent = new Agent({
      connections: CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }) },
    });
  }

  /** Never throws for faults of the network. */
  call(call: HttpCall): Promise<HttpResult> {
    const { method, url, headers, body, timeoutMs } = call;
    return new Promise((resolve) => {
      const single = new SingleCall(call, resolve);
      this.agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { accept: 'application/json', 'user-agent': 'Harmattan', ...headers },
          body: body ?? null,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        },
        single,
      );
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
