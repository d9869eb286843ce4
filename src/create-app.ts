import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { Edge } from './platform/http/edge.js';
import { HttpEnvironment } from './platform/http/http.settings.js';
import { EnvelopeFilter } from './platform/http/envelope.filter.js';
import { RequestAnswers } from './platform/http/request-answers.js';
import type { PlatformOptions } from './platform/platform.module.js';
import { Log } from './platform/telemetry/log.js';
import { TelemetryEnvironment } from './platform/telemetry/telemetry.settings.js';

interface AppOptions extends Omit<PlatformOptions, 'migrations'> {
  readonly headersMs?: number;
}

/** Creates the whole application, migrated and ready to listen; used by `main.ts` and the tests. @param rootOf the root module; tests of the edge replace it */
export async function createApp(
  options: AppOptions,
  rootOf: (options: AppOptions) => DynamicModule = (given) => AppModule.forRoot(given),
): Promise<NestFastifyApplication> {
  const edge = new Edge(options.config.of(HttpEnvironment), options.headersMs);
  const log = options.log ?? new Log(options.config.of(TelemetryEnvironment));
  const app = await NestFactory.create<NestFastifyApplication>(rootOf({ ...options, log }), edge.adapter, {
    logger: log,
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: false,
  });
  edge.prepare(app);
  app.useGlobalFilters(new EnvelopeFilter(app.get(RequestAnswers)));
  await app.init();
  return app;
}
