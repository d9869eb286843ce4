import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../../ledger/ledger.module.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { StaffModule } from '../members/members.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { TestUserRow, TypeormTestUserStore } from './test-users.store.js';
import { AccountChange, ModifyUser } from './modify-user.js';
import { TestUsers, TestUserStore } from './test-users.js';
import { Holds } from './holds.js';
import { HoldsOperations } from './holds.operations.js';
import { EndUserSession, Suspensions } from './users.js';
import { TestUsersOperations } from './test-users.operations.js';
import { UsersEvents } from './users.events.js';
import { UsersOperations } from './users.operations.js';

/** Views and changes of users by staff, and test users. */
@Module({
  imports: [
    TypeOrmModule.forFeature([TestUserRow]),
    AccountsModule,
    AuditModule,
    LedgerModule,
    NotificationsModule,
    SignInModule,
    ProposalsModule,
    StaffModule,
  ],
  providers: [
    TestUsersOperations,
    UsersOperations,
    UsersEvents,

    AccountChange,
    TestUsers,
    EndUserSession,
    Holds,
    HoldsOperations,
    ModifyUser,
    Suspensions,
    { provide: TestUserStore, useClass: TypeormTestUserStore },
  ],
})
export class UsersModule {}
