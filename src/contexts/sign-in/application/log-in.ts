import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Credentials } from '../domain/session.js';
import { CheckCode } from './check-code.js';
import { Accounts } from './ports/accounts.js';
import { SignIn, type SignInContext } from './ports/sessions.js';

interface LoginSecrets {
  readonly password: string;
  /** Mailed for `login`. */
  readonly code?: string | undefined;
}

@Injectable()
export class LogIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly checkCode: CheckCode,
    private readonly signIn: SignIn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `sign_in.login_delayed`, `incorrect_credentials`, `incorrect_code`, `suspended`, `busy`, `abuse.delayed` */
  async execute(given: string, { password, code }: LoginSecrets, context: SignInContext): Promise<Credentials> {
    const email = await this.accounts.spelling(given);
    const { ip } = context;
    const verified = code === undefined ? undefined : await this.checkCode.execute({ email, code, ip, purpose: 'login' });
    const account = await this.signIn.authenticate(email, password, { ...context, hasCode: verified !== undefined });
    return this.unitOfWork.run(async () => {
      if (verified) await this.checkCode.use(verified);
      return this.signIn.begin(account, context);
    });
  }
}
