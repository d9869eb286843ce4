import type { Writable } from 'node:stream';
import type { INestApplicationContext, Type, Abstract } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { Clock } from '../kernel/clock.js';
import type { Config } from '../platform/config/config.js';
import { Log } from '../platform/telemetry/log.js';

/** The service's parts without its server and its workers, put together only when a command asks for one. */
export class Tool {
  private clock: Clock | undefined;
  private context: Promise<INestApplicationContext> | undefined;

  constructor(
    readonly config: Config,
    /** Where the log goes: stdout belongs to the report. */
    private readonly logStream: Writable,
  ) {}

  /** One part of the service by its class. */
  async get<T>(part: Type<T> | Abstract<T>): Promise<T> {
    this.context ??= this.open();
    return (await this.context).get<T>(part, { strict: false });
  }

  /** Another time than the system's, for a command that makes up a past; to be told before the first `get`. */
  useClock(clock: Clock): void {
    this.clock = clock;
  }

  async close(): Promise<void> {
    // A context that did not come up has told so already.
    const context = await this.context?.catch(() => undefined);
    await context?.close();
  }

  private open(): Promise<INestApplicationContext> {
    const log = new Log(this.config, this.logStream);
    return NestFactory.createApplicationContext(
      AppModule.forRoot({ config: this.config, log, ...(this.clock ? { clock: this.clock } : {}) }),
      {
        logger: log,
        abortOnError: false,
      },
    );
  }
}
