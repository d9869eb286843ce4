import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { isLeaving, type User, Users } from '../../../sign-in/index.js';
import { proposalsFailures } from '../domain/proposals.failures.js';

/** By e-mail address or reference id; suspended users too, whose money stays. */
@Injectable()
export class FindUser {
  constructor(private readonly users: Users) {}

  /** @throws Failure `proposals.user_not_found`; `proposals.user_leaving` where a closed account would be credited */
  async execute(addressOrReference: string, isCredited: boolean): Promise<User> {
    const user = addressOrReference.includes('@')
      ? await this.users.findByEmail(addressOrReference.toLowerCase())
      : await this.users.findByReference(addressOrReference);
    if (!user) throw new Failure(proposalsFailures.user_not_found);
    if (isCredited && isLeaving(user)) throw new Failure(proposalsFailures.user_leaving);
    return user;
  }
}
