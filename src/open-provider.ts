import { wallMs } from './kernel/timers.js';
import { PassingPayoutRecipients } from './contexts/banks/index.js';
import { StartError } from './platform/config/start-error.js';
import { HttpClient } from './platform/http-client/http-client.js';
import { instanceOf } from './platform/providers/configured-providers.js';
import type { ProviderManifest, ProviderTimes, ProviderTools } from './platform/providers/provider-manifest.js';
import { readProviderVariables } from './platform/providers/provider-variables.js';

/** The adapter of a provider without the service, for `provider:check`. @throws StartError naming every variable that is invalid or missing */
export async function openProvider<Provider extends object>(
  manifest: ProviderManifest<Provider>,
  environment: NodeJS.ProcessEnv,
  times: ProviderTimes,
): Promise<{ provider: Provider; close(): Promise<void> }> {
  const { variables, faults, missing } = readProviderVariables(manifest, environment);
  const all = [...faults, ...missing.map((name) => `${name} is required`)];
  if (all.length > 0) throw new StartError(all);
  const http = new HttpClient();
  const recipients = new PassingPayoutRecipients();
  const made: ProviderTools['made'] = (type) => {
    if (recipients instanceof type) return instanceOf(type, [recipients]);
    throw new StartError([`${manifest.name} is a part of the service, and its tests check it.`]);
  };
  const provider = await manifest.create(variables, { http, clock: { now: wallMs }, times, made });
  return { provider, close: () => http.beforeApplicationShutdown() };
}
