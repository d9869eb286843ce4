import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { CheckCode } from './check-code.js';
import { Accounts } from './ports/accounts.js';
import { OwnerProof, type OwnerSecrets } from './ports/sessions.js';
import { ProvePassword } from './prove-password.js';

@Injectable()
export class ProveOwner extends OwnerProof {
  constructor(
    private readonly accounts: Accounts,
    private readonly provePassword: ProvePassword,
    private readonly checkCode: CheckCode,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async require(caller: Caller, { password, code }: OwnerSecrets): Promise<void> {
    const account = await this.accounts.find(caller.userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    if (account.passwordHash !== undefined) {
      if (password === undefined) throw new Failure(signInFailures.password_required);
      await this.provePassword.execute(caller, password);
      return;
    }
    if (code === undefined) throw new Failure(signInFailures.code_required);
    const verified = await this.checkCode.execute({ email: account.email, code, ip: caller.ip, purpose: 'export' });
    await this.unitOfWork.run(() => this.checkCode.use(verified));
  }
}
