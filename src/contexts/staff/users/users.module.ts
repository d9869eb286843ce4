import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../../ledger/ledger.module.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { StaffModule } from '../members/staff.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { TestUserRow } from './adapters/typeorm/test-user.row.js';
import { TypeormTestUsers } from './adapters/typeorm/typeorm-test-users.js';
import { ApplyApprovedChange } from './application/apply-approved-change.js';
import { ChangeAccount } from './application/change-account.js';
import { CreateTestUser } from './application/create-test-user.js';
import { EndUserSession } from './application/end-user-session.js';
import { ModifyUser } from './application/modify-user.js';
import { TestUsers } from './application/ports.js';
import { ShowSuspension } from './application/show-suspension.js';
import { SuspensionMessage } from './application/suspension-message.js';
import { TestUsersOperations } from './test-users.operations.js';
import { UsersEvents } from './users.events.js';
import { UsersOperations } from './users.operations.js';

/** What staff see of users and change in their accounts, and test users. */
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

    ApplyApprovedChange,
    ChangeAccount,
    CreateTestUser,
    EndUserSession,
    ModifyUser,
    ShowSuspension,
    SuspensionMessage,
    { provide: TestUsers, useClass: TypeormTestUsers },
  ],
})
export class UsersModule {}
