import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { newId } from '../../../../kernel/ids.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { type Device, NewAccounts } from '../../../sign-in/index.js';
import { Audit } from '../../../audit/index.js';
import { TestUsers } from './ports.js';

export interface NewTestAccount {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower-cased. */
  readonly email: string;
  readonly password: string;
  readonly device: Device;
}

@Injectable()
export class CreateTestUser {
  constructor(
    private readonly newAccounts: NewAccounts,
    private readonly testUsers: TestUsers,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `users.test_password_taken`; `sign_in.email_taken`, `sign_in.weak_password`, `sign_in.common_password`, `sign_in.busy` */
  async execute({ device, ...details }: NewTestAccount, caller: Caller): Promise<void> {
    const account = await this.newAccounts.prepare({ ...details, isTest: true });
    await this.unitOfWork.run(async () => {
      await this.newAccounts.open(account);
      await this.testUsers.add({ id: newId(), userId: account.id, password: details.password, device });
      const { email, firstName, lastName } = details;
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_test_user_create',
        subject: `user:${account.id}`,
        after: { email, firstName, lastName },
        ip: caller.ip,
      });
    });
  }
}
