import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Credentials } from '../domain/session.js';
import type { Entrance } from './ports/entrance.js';
import { SignIn } from './ports/sign-in.js';

/** Signs in with e-mail address and password. */
@Injectable()
export class LogIn {
  constructor(
    private readonly signIn: SignIn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `identity.login_delayed`, `identity.incorrect_credentials`, `identity.suspended`, `identity.busy` */
  async execute(email: string, password: string, entrance: Entrance): Promise<Credentials> {
    const account = await this.signIn.identify(email, password, entrance);
    return this.unitOfWork.run(() => this.signIn.begin(account, entrance));
  }
}
