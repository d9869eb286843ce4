import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { VerificationCodes } from './ports/verification-codes.js';

/** A code that was right, and can be used once. */
export interface RightCode {
  readonly email: string;
  readonly codeId: string;
}

/** Checks verification codes: in two steps, because a wrong try counts even though the work it was for is undone. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly clock: Clock,
  ) {}

  /** Call it outside of a unit of work. @throws Failure `identity.incorrect_code` */
  async execute(email: string, code: string): Promise<RightCode> {
    const codeId = await this.codes.check(email, code, this.clock.now());
    if (codeId === undefined) throw new Failure(identityFailures.incorrect_code);
    return { email, codeId };
  }

  /** Uses it up, in the unit of work of what it is for. @throws Failure `identity.incorrect_code` when somebody else did */
  async use({ email, codeId }: RightCode): Promise<void> {
    if (!(await this.codes.use(email, codeId))) throw new Failure(identityFailures.incorrect_code);
  }
}
