import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../../ledger/ledger.module.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { StaffModule } from '../members/staff.module.js';
import { TestUserRow } from './adapters/typeorm/test-user.row.js';
import { TypeormTestUsers } from './adapters/typeorm/typeorm-test-users.js';
import { ChangeAccount } from './application/change-account.js';
import { CreateTestUser } from './application/create-test-user.js';
import { EndUserSession } from './application/end-user-session.js';
import { ModifyUser } from './application/modify-user.js';
import { TestUsers } from './application/ports.js';
import { SuspensionMessage } from './application/suspension-message.js';
import { TestUsersOperations } from './test-users.operations.js';
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
    StaffModule,
  ],
  providers: [
    TestUsersOperations,
    UsersOperations,

    ChangeAccount,
    CreateTestUser,
    EndUserSession,
    ModifyUser,
    SuspensionMessage,
    { provide: TestUsers, useClass: TypeormTestUsers },
  ],
})
export class UsersModule {}
