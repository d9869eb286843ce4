import { hostname } from 'node:os';
import { Injectable, type LoggerService, type OnApplicationShutdown } from '@nestjs/common';
import pino from 'pino';
import { build as pretty } from 'pino-pretty';
import { after, wallMs } from '../../kernel/timers.js';
import type { Failure } from '../../kernel/failure.js';
import { readBuild } from './build.js';
import { describeError } from './describe-error.js';
import { EXIT_MS, standardOutput } from './log-buffer.js';
import type { TelemetryEnvironment } from './telemetry.settings.js';
import { traceId } from './tracing.js';

export interface RequestLine {
  readonly reference: string;
  readonly action: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly userId: string | undefined;
  readonly failure: Failure | undefined;
}

/** The caller reports why the application did not start; Nest calls every such error a lost connection. */
const OF_THE_START: ReadonlySet<unknown> = new Set(['TypeOrmModule', 'ExceptionHandler']);

/** A reader of one process in a terminal knows them. */
export const ORIGIN = 'host,role,version';

/** Flushing is for a destination that buffers. */
export type LogDestination = pino.DestinationStream & { flush?(done?: () => void): void };

/** JSON lines without bodies, queries and headers; errors are described without values, so that no secret is logged. */
@Injectable()
export class Log implements LoggerService, OnApplicationShutdown {
  private readonly pino: pino.Logger;
  /** Fields of every line, as the text behind its time. */
  private readonly origin: string;

  /** @param role of this process; undefined: lines do not say where they are from */
  constructor(
    { LOG_LEVEL: level }: Pick<TelemetryEnvironment, 'LOG_LEVEL'>,
    private readonly destination: LogDestination = lineStream(process.stdout.isTTY),
    role?: string,
  ) {
    const base = role === undefined ? undefined : { host: hostname(), role, version: readBuild().version };
    this.origin = base ? `,${JSON.stringify(base).slice(1, -1)}` : '';
    const mixin = () => {
      const id = traceId();
      return id === undefined ? {} : { traceId: id };
    };
    this.pino = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, mixin }, destination);
  }

  request(line: RequestLine): void {
    if (!line.failure) return this.answered(line);
    const { failure, ms, ...rest } = line;
    const entry = { ...rest, ms: Math.round(ms * 10) / 10 };
    if (failure.kind === 'fault') {
      this.pino.error({ ...entry, failure: failure.failure, error: describeError(failure.cause) }, 'request');
      this.flush();
    } else {
      const { cause, explanation } = failure;
      const more = { ...(cause ? { error: describeError(cause) } : {}), ...(explanation ? { explanation } : {}) };
      this.pino.info({ ...entry, failure: failure.failure, ...more }, 'request');
    }
  }

  /** In pino's format, built by hand because pino took a sixth of a request's time. No value needs escaping. */
  private answered({ reference, action, status, ip, userId, ms }: RequestLine): void {
    if (!this.pino.isLevelEnabled('info')) return;
    const user = userId === undefined ? '' : `,"userId":"${userId}"`;
    const id = traceId();
    const trace = id === undefined ? '' : `,"traceId":"${id}"`;
    const took = Math.round(ms * 10) / 10;
    this.destination.write(
      `{"level":30,"time":"${timeText(wallMs())}"${this.origin},"reference":"${reference}","action":"${action}","status":${status},"ip":"${ip}"${user}${trace},"ms":${took},"msg":"request"}\n`,
    );
  }

  info(message: string, fields: Record<string, unknown> = {}): void {
    this.pino.info(fields, message);
  }

  /** Not urgent; `cause` is described without values. */
  warning(message: string, fields: Record<string, unknown> = {}, cause?: unknown): void {
    this.pino.warn(cause === undefined ? fields : { ...fields, error: describeError(cause) }, message);
  }

  problem(message: string, cause: unknown, fields: Record<string, unknown> = {}): void {
    this.pino.error({ ...fields, ...(cause === undefined ? {} : { error: describeError(cause) }) }, message);
    this.flush();
  }

  flush(done?: () => void): void {
    if (this.destination.flush) this.destination.flush(done);
    else done?.();
  }

  /** Not longer where nobody takes the lines. */
  onApplicationShutdown(): Promise<void> {
    return new Promise((resolve) => {
      const giveUp = after(EXIT_MS, resolve);
      this.flush(() => {
        giveUp.stop();
        resolve();
      });
    });
  }

  // For Nest.
  log(message: unknown, ...context: unknown[]): void {
    this.pino.debug({ context: context.at(-1) }, String(message));
  }
  error(message: unknown, ...context: unknown[]): void {
    if (OF_THE_START.has(context.at(-1))) return;
    this.pino.error({ context: context.at(-1) }, String(message));
  }
  warn(message: unknown, ...context: unknown[]): void {
    this.pino.warn({ context: context.at(-1) }, String(message));
  }
  debug(): void {}
  verbose(): void {}
}

let lastSecond = Number.NaN;
let textOfSecond = '';

/** ISO 8601 in UTC; the text of a second is kept for all lines of it. */
function timeText(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== lastSecond) {
    lastSecond = second;
    textOfSecond = new Date(second * 1_000).toISOString().slice(0, -4);
  }
  return `${textOfSecond}${String(ms - second * 1_000).padStart(3, '0')}Z`;
}

/** Lines for people in a terminal, JSON for programs. */
export function lineStream(isTerminal: boolean, destination: 1 | NodeJS.WritableStream = 1): LogDestination {
  if (isTerminal) return pretty({ translateTime: 'SYS:HH:MM:ss.l', singleLine: true, ignore: ORIGIN, sync: true, destination });
  return destination === 1 ? standardOutput() : destination;
}

/**
 * Logs an error that nobody handles, and ends the process, because its state is unknown. Node itself would print all that the
 * error has, such as the values of a statement.
 */
export function endOnUncaught(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    log.problem('the process ends, because nobody handled an error', error, { origin });
    log.flush();
    process.exit(1);
  });
}
