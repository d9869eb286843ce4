import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Credentials } from '../domain/session.js';
import { SignIn, type SignInContext } from './ports/sessions.js';

@Injectable()
export class LogIn {
  constructor(
    private readonly signIn: SignIn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `sign_in.login_delayed`, `incorrect_credentials`, `suspended`, `busy` */
  async execute(email: string, password: string, context: SignInContext): Promise<Credentials> {
    const account = await this.signIn.authenticate(email, password, context);
    return this.unitOfWork.run(() => this.signIn.begin(account, context));
  }
}
