/** A collector of OpenTelemetry that takes OTLP over HTTP and writes each span into its log. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideGoProgram } from './go-programs.js';
import { fixedPort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';

export class Collector extends PrivateServer {
  /** @throws NotToBeHad where it cannot be built */
  static async launch(): Promise<Collector> {
    const [port, directory] = [await fixedPort(), makeServerDirectory('otelcol')];
    const url = `http://127.0.0.1:${port}`;
    const settings = join(directory, 'settings.yaml');
    writeFileSync(settings, settingsAt(port));
    const collector = new Collector({
      name: 'OpenTelemetry collector',
      command: provideGoProgram('otelcol'),
      args: ['--config', `file:${settings}`],
      directory,
      port,
      url,
      // It takes POST alone.
      isReady: () =>
        fetch(`${url}/v1/traces`).then(
          ({ status }) => status === 405,
          () => false,
        ),
    });
    await collector.start();
    return collector;
  }

  /** Spans as it prints them, one block of lines each. */
  spans(): string[] {
    const log = readFileSync(join(this.directory, 'server.log'), 'utf8');
    return log.split(/^Span #\d+\n/m).slice(1);
  }
}

const settingsAt = (port: number) => `
receivers:
  otlp: { protocols: { http: { endpoint: '127.0.0.1:${port}' } } }
exporters:
  debug: { verbosity: detailed, use_internal_logger: false }
service:
  telemetry: { metrics: { level: none } }
  pipelines:
    traces: { receivers: [otlp], exporters: [debug] }
`;
