import type { Writable } from 'node:stream';
import type { INestApplicationContext, Type, Abstract } from '@nestjs/common';
import type { Clock } from '../kernel/clock.js';
import type { Config } from '../platform/config/config.js';
import { type User, Users } from '../contexts/sign-in/index.js';
import { CommandError } from './terminal.js';

/** The application context without HTTP server and workers, created when a command first needs it. */
export class ServiceContext {
  private clock: Clock | undefined;
  private context: Promise<INestApplicationContext> | undefined;

  constructor(
    readonly config: Config,
    /** Takes the log; stdout holds the report. */
    private readonly logStream: Writable,
    /** Whether Redis does not answer, and is left out. */
    readonly isWithoutRedis = false,
  ) {}

  async get<T>(token: Type<T> | Abstract<T>): Promise<T> {
    this.context ??= this.open();
    return (await this.context).get<T>(token, { strict: false });
  }

  /** Replaces the system clock for demonstration data; call it before the first `get`. */
  useClock(clock: Clock): void {
    this.clock = clock;
  }

  /** The next `get` opens it again. */
  async close(): Promise<void> {
    // A failed start has been reported by `get`.
    const context = await this.context?.catch(() => undefined);
    this.context = undefined;
    await context?.close();
  }

  private async open(): Promise<INestApplicationContext> {
    // Loaded only now: commands that need none of it start in a fraction of the time.
    const [{ NestFactory }, { AppModule }, { Log }, { TelemetryEnvironment }] = await Promise.all([
      import('@nestjs/core'),
      import('../app.module.js'),
      import('../platform/telemetry/log.js'),
      import('../platform/telemetry/telemetry.settings.js'),
    ]);
    const log = new Log(this.config.of(TelemetryEnvironment), this.logStream);
    return NestFactory.createApplicationContext(
      AppModule.forRoot({ config: this.config, log, ...(this.clock ? { clock: this.clock } : {}) }),
      {
        logger: log,
        abortOnError: false,
      },
    );
  }
}

/** @throws CommandError when there is no such user */
export async function findUser(context: ServiceContext, identifier: string): Promise<User> {
  const users = await context.get(Users);
  const user = identifier.includes('@')
    ? await users.findByEmail(identifier.trim().toLowerCase())
    : ((await users.find(identifier)) ?? (await users.findByReference(identifier)));
  if (!user) throw new CommandError(`There is no user ${identifier}`);
  return user;
}
