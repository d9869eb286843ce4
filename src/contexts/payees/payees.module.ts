import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { PaidAccountRow, PayeeRow, payeeRecord, TypeormSavedPayees } from './payees.store.js';
import { CreatePayee, Payees, UpdatePayee, TellOwner } from './payees.js';
import { SavedPayees } from './payee.js';
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
    Payees,
    PayeesOperations,
    TellOwner,
    payeeRecord,
    UpdatePayee,
    { provide: SavedPayees, useClass: TypeormSavedPayees },
  ],
  exports: [Payees],
})
export class PayeesModule {}
