import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import {
  type CodePurpose,
  isLong,
  isOpen,
  type MailedCode,
  missingCode,
  slotsOf,
  withTries,
} from '../domain/verification-code.js';
import { CodeGuesses } from './code-guesses.js';
import { VerificationCodes } from './ports/credentials.js';

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
    private readonly guesses: CodeGuesses,
    private readonly clock: Clock,
  ) {}

  /**
   * A wrong try costs the same queries whatever codes there are. Call it outside of a unit of work.
   * @throws Failure `sign_in.incorrect_code`, `abuse.delayed`
   */
  async execute(attempt: Try): Promise<VerifiedCode> {
    const right = await this.guesses.attempt(attempt.email, attempt.ip, (among) => this.find(attempt, among));
    if (!right) throw new Failure(signInFailures.incorrect_code);
    return right;
  }

  /** In the caller's unit of work. @throws Failure `sign_in.incorrect_code` when it was used meanwhile */
  async use(code: VerifiedCode): Promise<void> {
    if (!(await this.codes.use(code))) throw new Failure(signInFailures.incorrect_code);
  }

  private async find({ email, code, ip, purpose }: Try, among: 'any' | 'long'): Promise<MailedCode | undefined> {
    const network = networkOf(ip);
    const codes = (await this.codes.list(email)).filter((each) => among === 'any' || isLong(each));
    // Counted before the comparison, so that concurrent tries cannot exceed the limit.
    const counted: MailedCode[] = [];
    let right: MailedCode | undefined;
    for (const slot of slotsOf(purpose)) {
      const serving = codes.find((each) => each.slot === slot && (!purpose || each.purposes.includes(purpose)));
      const candidate = serving ?? missingCode(email, slot);
      const isCounted = await this.count(candidate, network, 1);
      const isRight = this.codes.matches(candidate, code);
      if (isCounted) counted.push(candidate);
      if (isCounted && isRight) right ??= candidate;
    }
    if (right) for (const candidate of counted) await this.count(candidate, network, -1);
    return right;
  }

  /** False where the code is not open to this network any more; repeated where another try was counted in between. */
  private async count(read: MailedCode, network: string, by: 1 | -1): Promise<boolean> {
    for (let code: MailedCode = read; ;) {
      const isCounted = by === -1 || isOpen(code, network, this.clock.now());
      // What is not open is asked to replace a version that there never is, so that it costs the same.
      const expected = isCounted ? code : missingCode(code.email, code.slot);
      if (await this.codes.replace(expected, withTries(expected, network, by))) return true;
      if (!isCounted) return false;
      const present = (await this.codes.list(code.email)).find(({ slot, id }) => slot === code.slot && id === code.id);
      if (!present) return false;
      code = present;
    }
  }
}
