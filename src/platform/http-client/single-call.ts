import type { Dispatcher } from 'undici';
import { after, type Timer } from '../../kernel/timers.js';
import type { HttpCall, HttpResult } from './http-call.js';

const MAX_ANSWER_BYTES = 1_048_576;

/** Follows one request. undici starts a request only on an open connection, TLS included, just before it writes the first byte. */
export class SingleCall implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private ended: HttpResult | undefined;
  private status = 0;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private readonly timer: Timer;
  private readonly giveUp = () => this.end(this.controller ? { kind: 'unknown', cause: 'timeout' } : notSent('timeout'));

  constructor(
    private readonly call: HttpCall,
    private readonly resolve: (result: HttpResult) => void,
  ) {
    this.timer = after(call.timeoutMs, this.giveUp);
    if (call.signal?.aborted) this.giveUp();
    else call.signal?.addEventListener('abort', this.giveUp, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It was given up while it waited for the connection.
    if (this.ended) controller.abort(new Error('given up'));
    else this.controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_ANSWER_BYTES) this.end({ kind: 'unknown', cause: 'too_large' });
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.end({ kind: 'answered', status: this.status, body: Buffer.concat(this.chunks).toString('utf8') });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { code } = error as NodeJS.ErrnoException;
    if (!this.controller) this.end(notSent(code ?? error.name));
    else this.end({ kind: 'unknown', cause: TIMEOUTS.has(code ?? '') ? 'timeout' : 'connection_lost' });
  }

  private end(result: HttpResult): void {
    if (this.ended) return;
    this.ended = result;
    this.timer.stop();
    this.call.signal?.removeEventListener('abort', this.giveUp);
    if (result.kind === 'unknown') this.controller?.abort(new Error(result.cause));
    this.resolve(result);
  }
}

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function notSent(cause: string): HttpResult {
  return { kind: 'not_sent', cause };
}
