import { join } from 'node:path';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { Described, RoomSettings } from '../config/room-settings.js';
import { IsUrl } from '../config/variables.js';

export class TelemetryEnvironment extends RoomSettings {
  @Described('Process', { meaning: 'least severity of the lines of the log' })
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
  LOG_LEVEL: string = 'info';

  @Described('Process', {
    meaning: 'folder where the log is also written to files, four of 10 MB at most',
    unset: 'in the sandbox `DATA_DIR/log`, else none',
    form: 'a folder',
    example: '/var/log/harmattan',
  })
  @IsOptional()
  @IsString()
  LOG_DIR?: string = undefined;

  @Described('HTTP', {
    meaning:
      "collector of OpenTelemetry traces, by OTLP over HTTP; sampling, headers, name and attributes by OpenTelemetry's own `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`; a `traceparent` is taken from `TRUSTED_PROXIES`",
    unset: 'no traces, and nothing is loaded for them',
    example: 'http://127.0.0.1:4318',
  })
  @IsOptional()
  @IsUrl('https', 'http')
  OTEL_EXPORTER_OTLP_ENDPOINT?: string = undefined;

  /** Undefined: the log is not in files. */
  logDir({ isSandbox, dataDir }: { readonly isSandbox: boolean; readonly dataDir: string }): string | undefined {
    return this.LOG_DIR ?? (isSandbox ? join(dataDir, 'log') : undefined);
  }

  /** Undefined: there are no traces. */
  otlpEndpoint({ role }: { readonly role: string }): string | undefined {
    return role === 'tool' ? undefined : this.OTEL_EXPORTER_OTLP_ENDPOINT;
  }
}
