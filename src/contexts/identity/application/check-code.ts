import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { type CodePurpose, isOpen, type MailedCode, withTries } from '../domain/verification-code.js';
import { VerificationCodes } from './ports/verification-codes.js';

export type VerifiedCode = Pick<MailedCode, 'email' | 'slot' | 'id'>;

interface Try {
  readonly email: string;
  readonly code: string;
  readonly ip: string;
  /** Any where it is left out. */
  readonly purpose?: CodePurpose;
}

/** Two steps, because a wrong try counts even where the caller's transaction rolls back. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly clock: Clock,
  ) {}

  /** Call it outside of a unit of work. @throws Failure `identity.incorrect_code` */
  async execute({ email, code, ip, purpose }: Try): Promise<VerifiedCode> {
    const network = networkOf(ip);
    const serving = (await this.codes.list(email)).filter(({ purposes }) => !purpose || purposes.includes(purpose));
    // Counted before the comparison, so that concurrent tries cannot exceed the limit.
    const counted: VerifiedCode[] = [];
    for (const candidate of serving) if (await this.count(candidate, network, 1)) counted.push(candidate);
    const right = counted.find(({ id }) => this.codes.matches(id, code));
    if (!right) throw new Failure(identityFailures.incorrect_code);
    for (const candidate of counted) await this.count(candidate, network, -1);
    return right;
  }

  /** In the caller's unit of work. @throws Failure `identity.incorrect_code` when it was used meanwhile */
  async use(code: VerifiedCode): Promise<void> {
    if (!(await this.codes.use(code))) throw new Failure(identityFailures.incorrect_code);
  }

  /** False where the code is not open to this network any more; repeated where another try was counted in between. */
  private async count({ email, slot, id }: VerifiedCode, network: string, by: 1 | -1): Promise<boolean> {
    for (;;) {
      const code = (await this.codes.list(email)).find((each) => each.slot === slot && each.id === id);
      if (!code || (by === 1 && !isOpen(code, network, this.clock.now()))) return false;
      if (await this.codes.replace(code, withTries(code, network, by))) return true;
    }
  }
}
