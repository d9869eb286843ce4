import { Injectable } from '@nestjs/common';
import { assertGoodPassword } from '../domain/password-rules.js';
import { BreachedPasswords } from './ports/breached-passwords.js';

@Injectable()
export class CheckPassword {
  constructor(private readonly breached: BreachedPasswords) {}

  /** @throws Failure `sign_in.weak_password`, `sign_in.common_password` */
  async execute(password: string): Promise<void> {
    assertGoodPassword(password, await this.breached.stems());
  }
}
