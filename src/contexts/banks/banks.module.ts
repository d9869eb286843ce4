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
import { BanksJobs } from './banks.jobs.js';
import { BanksOperations } from './banks.operations.js';
import { BankGauge } from './adapters/typeorm/bank-gauge.js';
import { BankOutageRow } from './adapters/typeorm/bank-outage.row.js';
import { ResolvedNamesEraser } from './adapters/typeorm/resolved-names-eraser.js';
import { TypeormBankOutages } from './adapters/typeorm/typeorm-bank-outages.js';
import { AdmitEnquiry } from './application/admit-enquiry.js';
import { BankOutages } from './application/bank-outages.js';
import { MendMatch } from './application/mend-match.js';
import { ResolveAccount } from './application/resolve-account.js';
import { ShowBanks } from './application/show-banks.js';
import { SyncBanks } from './application/sync-banks.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BackgroundWork } from '../attempts/index.js';
import { PayoutFloatsJobs, readFloat } from './floats.jobs.js';
import { ConfiguredPayoutProviders } from './adapters/configured-payout-providers.js';
import { MeasuredPayoutProvider } from './adapters/measured-payout-provider.js';
import { SandboxPayoutProvider } from './adapters/sandbox/sandbox-payout-provider.js';
import { SandboxPayoutRow } from './adapters/sandbox/sandbox-payout.row.js';
import { SandboxPayoutTimes } from './adapters/sandbox/sandbox-payout-times.js';
import { TypeormSandboxPayouts } from './adapters/sandbox/typeorm-sandbox-payouts.js';
import { BANK_ROWS } from './adapters/typeorm/bank.rows.js';
import { PayoutRecipientRow } from './adapters/typeorm/payout-recipient.row.js';
import { ResolvedAccountRow } from './adapters/typeorm/resolved-account.row.js';
import { TypeormBankDirectory } from './adapters/typeorm/typeorm-bank-directory.js';
import { TypeormPayoutRecipients } from './adapters/typeorm/typeorm-payout-recipients.js';
import { TypeormResolvedNames } from './adapters/typeorm/typeorm-resolved-names.js';
import { type PayoutProvider, PayoutProviders } from './application/payout-provider.js';
import { PayoutRecipients } from './application/payout-recipients.js';
import { BankDirectory, Banks, ResolvedAccounts, SandboxPayouts } from './application/ports.js';
import { ResolvedNames } from './application/resolved-names.js';

/** The banks that take payouts, the providers that reach them, and whose an account is. */
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
    MendMatch,
    PayoutFloatsJobs,
    ResolveAccount,
    ResolvedNamesEraser,
    ShowBanks,
    SyncBanks,
    { provide: BankOutages, useClass: TypeormBankOutages },
    { provide: BankDirectory, useClass: TypeormBankDirectory },
    { provide: Banks, useExisting: BankDirectory },
    { provide: ResolvedNames, useClass: TypeormResolvedNames },
    { provide: ResolvedAccounts, useExisting: ResolvedNames },
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
  exports: [AdmitEnquiry, BankDirectory, Banks, PayoutProviders, ResolveAccount, ResolvedAccounts, SandboxPayouts],
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
): Promise<ConfiguredPayoutProviders> {
  const folder = join(import.meta.dirname, 'adapters');
  const named = await configuredProviders<PayoutProvider>(folder, 'payout', config, { http, clock }, [sandbox, recipients]);
  const floatRefused = (name: string) => void background.keep('reading a balance', queue.add(readFloat(name)));
  return new ConfiguredPayoutProviders(named.map((provider) => new MeasuredPayoutProvider(provider, metrics, floatRefused)));
}
