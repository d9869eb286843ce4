import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BanksModule } from '../contexts/banks/banks.module.js';
import { BillersModule } from '../contexts/billers/billers.module.js';
import { DepositsModule } from '../contexts/deposits/deposits.module.js';
import { NotificationsModule } from '../contexts/notifications/notifications.module.js';
import { WebhooksModule } from '../contexts/webhooks/webhooks.module.js';
import { PayoutsModule } from '../contexts/payouts/payouts.module.js';
import { PurchasesModule } from '../contexts/purchases/purchases.module.js';
import type { Config } from '../platform/config/config.js';
import { provideSettings } from '../platform/config/provide-settings.js';
import { SandboxEnvironment } from './sandbox.settings.js';
import { SandboxAccess } from './sandbox-access.js';
import { SandboxClockRow, SandboxClock } from './sandbox-clock.js';
import { SandboxController } from './sandbox.controller.js';
import { SandboxMessages } from './sandbox-messages.js';
import { SandboxOutcomes, SandboxPayoutOutcomes } from './sandbox-outcomes.js';
import { SandboxPayments } from './sandbox-payments.js';
import { SandboxState } from './sandbox-state.js';

/** Controls of the simulated providers for developers; never part of a service in production. */
@Module({})
export class SandboxModule {
  static forRoot({ servesApi }: Config): DynamicModule {
    return {
      module: SandboxModule,
      imports: [
        TypeOrmModule.forFeature([SandboxClockRow]),
        BillersModule,
        DepositsModule,
        NotificationsModule,
        WebhooksModule,
        PurchasesModule,
        BanksModule,
        PayoutsModule,
      ],
      controllers: servesApi ? [SandboxController] : [],
      providers: [
        provideSettings(SandboxEnvironment),
        SandboxAccess,
        SandboxClock,
        SandboxMessages,
        SandboxOutcomes,
        SandboxPayoutOutcomes,
        SandboxPayments,
        SandboxState,
      ],
    };
  }
}
