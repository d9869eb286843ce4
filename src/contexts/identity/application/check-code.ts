import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { VerificationCodes } from './ports/verification-codes.js';

export interface VerifiedCode {
  readonly email: string;
  readonly codeId: string;
}

/** Two steps, because a wrong try counts even where the caller's transaction rolls back. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly clock: Clock,
  ) {}

  /** Call it outside of a unit of work. @throws Failure `identity.incorrect_code` */
  async execute(email: string, code: string): Promise<VerifiedCode> {
    const codeId = await this.codes.check(email, code, this.clock.now());
    if (codeId === undefined) throw new Failure(identityFailures.incorrect_code);
    return { email, codeId };
  }

  /** In the caller's unit of work. @throws Failure `identity.incorrect_code` when it was used meanwhile */
  async use({ email, codeId }: VerifiedCode): Promise<void> {
    if (!(await this.codes.use(email, codeId))) throw new Failure(identityFailures.incorrect_code);
  }
}
