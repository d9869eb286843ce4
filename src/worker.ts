import { createApp } from './create-app.js';
import { RecentPushes } from './contexts/notifications/index.js';
import { KNOWN_SETTINGS } from './known-settings.js';
import { Config } from './platform/config/config.js';
import { Conditions } from './platform/telemetry/conditions.js';
import { Log, lineStream, endOnUncaught } from './platform/telemetry/log.js';
import { Metrics } from './platform/telemetry/metrics.js';
import { TelemetryEnvironment } from './platform/telemetry/telemetry.settings.js';
import { serveStarter, tellStarter } from './platform/worker/starter.js';

/** Jobs and what follows from journals have half of it. */
const SHUTDOWN_MS = 14_000;

/** The worker that a service of ROLE=all starts beside itself: as ROLE=worker, but without a port, and with its log in that of the service. */
async function main(): Promise<void> {
  const config = Config.load(process.env, KNOWN_SETTINGS);
  const log = new Log(config.of(TelemetryEnvironment), lineStream(false), config.role);
  endOnUncaught(log);
  const app = await createApp({ config, log });
  app.get(RecentPushes).tell = (push) => tellStarter({ push });
  const report = async () => ({ metrics: await app.get(Metrics).values(), conditions: app.get(Conditions).all() });
  serveStarter(report, () => {
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    void app.close().then(() => process.exit());
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
