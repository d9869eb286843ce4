import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { PaidAccountRow, PayeeRow } from './adapters/typeorm/payee.rows.js';
import { TypeormPaidAccounts } from './adapters/typeorm/typeorm-paid-accounts.js';
import { TypeormPayeesEraser } from './adapters/typeorm/typeorm-payees-eraser.js';
import { TypeormSavedPayees } from './adapters/typeorm/typeorm-saved-payees.js';
import { CreatePayee } from './application/create-payee.js';
import { ExportedPayees } from './application/exported-payees.js';
import { Payees } from './application/payees.js';
import { PaidAccounts, SavedPayees } from './application/ports.js';
import { TellOwner } from './application/tell-owner.js';
import { UpdatePayee } from './application/update-payee.js';
import { PayeesOperations } from './payees.operations.js';

/** Whom users pay again. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PayeeRow, PaidAccountRow]),
    AbuseModule,
    BanksModule,
    CatalogueModule,
    NotificationsModule,
    SignInModule,
  ],
  providers: [
    CreatePayee,
    ExportedPayees,
    Payees,
    PayeesOperations,
    TellOwner,
    TypeormPayeesEraser,
    UpdatePayee,
    { provide: PaidAccounts, useClass: TypeormPaidAccounts },
    { provide: SavedPayees, useClass: TypeormSavedPayees },
  ],
  exports: [Payees],
})
export class PayeesModule {}
