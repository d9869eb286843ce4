import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import { Clock, wallTime } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { delayedLogin } from '../../sign-in/index.js';
import { staffFailures } from './grants.js';
import { StaffProfiles } from './profiles.js';

export interface SecondFactor {
  /** Base32. */
  readonly secret: string;
  readonly isConfirmed: boolean;
  /** The stored form: another key is another text. */
  readonly encrypted: string;
}

/** Second factors by profile id, stored encrypted. */
export abstract class SecondFactorStore {
  /** @throws Failure `staff.not_found` where its profile was changed in the database */
  abstract get(profileId: string): Promise<SecondFactor>;
  /** Uses up this step's code of this key and all earlier ones. False when it or a later one was used, or the key was replaced. */
  abstract use(profileId: string, factor: SecondFactor, step: number): Promise<boolean>;
  /** In the caller's unit of work. */
  abstract replace(profileId: string, secret: string): Promise<void>;
}

/** Says for a while that the session it is for gave a code of its second factor. */
export interface CodeProof {
  readonly proof: string;
  /** Unix ms. */
  readonly expires: number;
}

export abstract class CodeProofs {
  abstract make(caller: SessionOfStaff): CodeProof;
  abstract isGood(proof: string, caller: SessionOfStaff): boolean;
}

export interface SessionOfStaff {
  readonly userId: string;
  readonly sessionId: string;
}

/** One-time codes from an authenticator app: SHA-1, 6 digits, 30 s. */
export abstract class TwoFactor {
  abstract drawSecret(): string;
  /** The `otpauth:` URI for an authenticator app. */
  abstract link(secret: string, account: string): string;
  /** The time step (unix seconds / 30) of a current code, one step of clock difference allowed; undefined for a wrong code. */
  abstract stepOf(secret: string, code: string, now: number): number | undefined;
}

/** Codes of authenticator apps. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly store: SecondFactorStore,
    private readonly twoFactor: TwoFactor,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
    private readonly profiles: StaffProfiles,
  ) {}

  /**
   * Uses the code up; call it outside of a unit of work. The password is known at this point, so wrong codes from all addresses
   * count together.
   * @throws Failure `staff.invalid_code`, `sign_in.login_delayed`
   */
  async check(profileId: string, code: string): Promise<void> {
    const check = async () => {
      const factor = await this.store.get(profileId);
      const step = this.twoFactor.stepOf(factor.secret, code, wallTime(this.clock));
      return step !== undefined && this.store.use(profileId, factor, step);
    };
    const isRight = await delayedLogin(this.budgets.attempt('second_factors', profileId, check));
    if (!isRight) throw new Failure(staffFailures.invalid_code);
  }

  /** Sets another key; codes of the former one are no longer right. In the caller's unit of work. */
  replace(profileId: string): Promise<void> {
    return this.store.replace(profileId, this.twoFactor.drawSecret());
  }

  /**
   * Proves that a request comes from the member of staff whose session sent it. Uses the code up; call it outside of a unit of
   * work. @throws Failure `staff.not_found`, and of `check`
   */
  async checkOwn(code: string, { userId }: { readonly userId: string }): Promise<void> {
    const profile = await this.profiles.find(userId);
    if (!profile) throw new Failure(staffFailures.not_found);
    await this.check(profile.id, code);
  }
}
