import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { configuredProviders } from '../../platform/providers/configured-providers.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { AbuseModule } from '../abuse/abuse.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { BanksJobs, PayoutFloatsJobs, readFloat } from './banks.jobs.js';
import { BanksOperations } from './banks.operations.js';
import { BankGauge, BankOutageRow, TypeormBanks, BANK_ROWS } from './banks.store.js';
import {
  ResolvedNamesEraser,
  PayoutRecipientRow,
  ResolvedAccountRow,
  TypeormPayoutRecipients,
  TypeormResolvedAccounts,
} from './account-names.store.js';
import { AdmitEnquiry, ResolveAccount, ResolvedAccounts } from './account-names.js';
import { Banks, BankList } from './banks.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BackgroundWork } from '../attempts/index.js';
import { measuredPayoutProvider } from './adapters/payout-providers.js';
import { SandboxPayoutProvider } from './adapters/sandbox/sandbox-payout-provider.js';
import { SandboxPayoutRow, SandboxPayoutTimes, TypeormSandboxPayouts } from './adapters/sandbox/typeorm-sandbox-payouts.js';
import { type PayoutProvider, PayoutProviders, PayoutRecipients, SandboxPayouts } from './payout-provider.js';

/** The banks that take payouts, the providers that reach them, and the names behind accounts. */
@Module({
  imports: [
    TypeOrmModule.forFeature([...BANK_ROWS, BankOutageRow, PayoutRecipientRow, ResolvedAccountRow, SandboxPayoutRow]),
    AbuseModule,
    AuditModule,
    AttemptsModule,
    LedgerModule,
    SignInModule,
  ],
  providers: [
    AdmitEnquiry,
    BankGauge,
    BanksJobs,
    BanksOperations,
    BankList,
    PayoutFloatsJobs,
    ResolveAccount,
    ResolvedNamesEraser,
    { provide: Banks, useClass: TypeormBanks },
    { provide: ResolvedAccounts, useClass: TypeormResolvedAccounts },
    { provide: PayoutRecipients, useClass: TypeormPayoutRecipients },

    SandboxPayoutTimes,
    TypeormSandboxPayouts,
    { provide: SandboxPayouts, useExisting: TypeormSandboxPayouts },
    SandboxPayoutProvider,
    {
      provide: PayoutProviders,
      useFactory: measuredProviders,
      inject: [Config, SandboxPayoutProvider, PayoutRecipients, HttpClient, Clock, Metrics, JobQueue, BackgroundWork],
    },
  ],
  exports: [AdmitEnquiry, Banks, PayoutProviders, ResolveAccount, ResolvedAccounts, SandboxPayouts],
})
export class BanksModule {}

async function measuredProviders(
  config: Config,
  sandbox: SandboxPayoutProvider,
  recipients: PayoutRecipients,
  http: HttpClient,
  clock: Clock,
  metrics: Metrics,
  queue: JobQueue,
  background: BackgroundWork,
): Promise<PayoutProviders> {
  const folder = join(import.meta.dirname, 'adapters');
  const named = await configuredProviders<PayoutProvider>(folder, 'payout', config, { http, clock }, [sandbox, recipients]);
  const floatRefused = (name: string) => void background.keep('reading a balance', queue.add(readFloat(name)));
  return new PayoutProviders(named.map((provider) => measuredPayoutProvider(provider, metrics, floatRefused)));
}
