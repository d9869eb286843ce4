import type { SentCode } from '../../domain/verification-code.js';

/** The latest code of each address, stored as a keyed hash. */
export abstract class VerificationCodes {
  abstract find(email: string): Promise<SentCode | undefined>;
  /** Compare and set: false when another code was stored since `previous` was read. */
  abstract replace(previous: SentCode | undefined, next: SentCode, code: string): Promise<boolean>;
  /**
   * Call it outside of a unit of work, because a wrong code counts. @returns the code's id; undefined when it is wrong, used,
   * expired or out of tries
   */
  abstract check(email: string, code: string, now: number): Promise<string | undefined>;
  /** In the caller's unit of work. False when it was used before. */
  abstract use(email: string, codeId: string): Promise<boolean>;
  /** Removes at most `limit` expired codes; returns how many. */
  abstract removeExpired(expiredBefore: number, limit: number): Promise<number>;
}
