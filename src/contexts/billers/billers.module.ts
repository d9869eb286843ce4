import { isFloatRefused, outcomeName } from '../../kernel/provider-outcome.js';
import { measuredProvider } from '../../platform/providers/measured-provider.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { type BillerProvider, BillerProviders, SandboxPurchases } from './biller-provider.js';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { configuredProviders } from '../../platform/providers/configured-providers.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { BackgroundWork } from '../attempts/index.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { SandboxBillerProvider } from './adapters/sandbox/sandbox-biller-provider.js';
import { SandboxTimes } from './adapters/sandbox/scenario.js';
import { SandboxPurchaseRow, TypeormSandboxPurchases } from './adapters/sandbox/typeorm-sandbox-purchases.js';
import { FloatsJobs, readFloat } from './billers.jobs.js';

/** @param floatRefused told of each submit that is refused because our balance is too low */
export function measuredBillerProvider(
  provider: BillerProvider,
  metrics: Metrics,
  floatRefused: (provider: string) => void,
): BillerProvider {
  return measuredProvider(provider, metrics, {
    list: ['list'],
    verifyCustomer: ['verify_customer'],
    price: ['price'],
    submit: ['submit', outcomeName, (outcome) => isFloatRefused(outcome) && floatRefused(provider.name)],
    query: ['query', outcomeName],
    reversedSince: ['reversals'],
    balance: ['balance'],
  });
}

/** The providers that sell the items of billers, and our money with them. */
@Module({
  imports: [TypeOrmModule.forFeature([SandboxPurchaseRow]), AttemptsModule],
  providers: [
    FloatsJobs,
    SandboxTimes,
    TypeormSandboxPurchases,
    { provide: SandboxPurchases, useExisting: TypeormSandboxPurchases },
    SandboxBillerProvider,
    {
      provide: BillerProviders,
      useFactory: measuredProviders,
      inject: [Config, SandboxBillerProvider, HttpClient, Clock, Metrics, JobQueue, BackgroundWork],
    },
  ],
  exports: [BillerProviders, SandboxPurchases],
})
export class BillersModule {}

async function measuredProviders(
  config: Config,
  sandbox: SandboxBillerProvider,
  http: HttpClient,
  clock: Clock,
  metrics: Metrics,
  queue: JobQueue,
  background: BackgroundWork,
): Promise<BillerProviders> {
  const folder = join(import.meta.dirname, 'adapters');
  const named = await configuredProviders<BillerProvider>(folder, 'biller', config, { http, clock }, [sandbox]);
  const floatRefused = (name: string) => void background.keep('reading a balance', queue.add(readFloat(name)));
  return new BillerProviders(named.map((provider) => measuredBillerProvider(provider, metrics, floatRefused)));
}
