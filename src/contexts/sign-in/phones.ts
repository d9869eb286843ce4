import { HOUR_MS, MINUTE_MS, Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import type { SentMail, MailedCode } from './verification-code.js';
import { signInFailures } from './failures.js';
import { Injectable } from '@nestjs/common';
import { Budgets } from '../../kernel/budgets.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Push, PushDevices, Sms } from '../notifications/index.js';
import { type Account, Accounts } from './accounts.js';
import { VerificationCodes } from './credentials.js';

const CODE_LIFE_MS = 10 * MINUTE_MS;
const TRIES = 5;

/** A push message proves a device and not the number, on which limits depend. */
export const PHONE_CHANNELS = ['sms', 'push'] as const;
export type PhoneChannel = (typeof PHONE_CHANNELS)[number];

/** Key of the code of a user and number, in place of an address: another number has another key. */
export function phoneCodeKey(userId: string, phoneNumber: string, channel: PhoneChannel): string {
  return `phone ${phoneNumber} of ${userId}${channel === 'push' ? ' by push' : ''}`;
}

/**
 * Keys under which sends are counted, with how many an hour: of a user, and to a number, which may be a stranger's. The latter is
 * higher, so that a stranger does not use up the codes of the owner.
 */
export function phoneSendLimits(userId: string, phoneNumber: string): readonly (readonly [key: string, anHour: number])[] {
  return [
    [`phone codes of ${userId}`, 5],
    [`phone codes to ${phoneNumber}`, 20],
  ];
}

/** A new code voids the one before. */
export function newPhoneCode(previous: MailedCode | undefined, key: string, now: number): MailedCode {
  return {
    id: newId(),
    email: key,
    slot: 'phone',
    purposes: ['phone'],
    tries: 0,
    triesByNetwork: {},
    used: false,
    expires: now + CODE_LIFE_MS,
    version: (previous?.version ?? 0) + 1,
  };
}

export function mayTry({ used, expires, tries }: MailedCode, now: number): boolean {
  return !used && expires > now && tries < TRIES;
}

/** @throws Failure `sign_in.phone_codes_exhausted` */
export function withSentCode(sent: readonly SentMail[], anHour: number, now: number): SentMail[] {
  const recent = sent.filter(({ at }) => at > now - HOUR_MS);
  const first = recent.at(-anHour);
  if (first) {
    const retryAfterSeconds = Math.ceil((first.at + HOUR_MS - now) / 1000);
    throw new Failure(signInFailures.phone_codes_exhausted, { retryAfterSeconds });
  }
  return [...recent, { at: now, network: '' }];
}

const MAX_ATTEMPTS = 20;

interface MatchingCode {
  readonly code: MailedCode;
  readonly channel: PhoneChannel;
}

/** Verifies the phone number of the profile by a code, and proves it where the code went to the number. */
@Injectable()
export class VerifyPhone {
  constructor(
    private readonly accounts: Accounts,
    private readonly codes: VerificationCodes,
    private readonly sms: Sms,
    private readonly push: Push,
    private readonly pushDevices: PushDevices,
    private readonly budgets: Budgets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Failure `sign_in.phone_missing`, `phone_proved`, `phone_codes_exhausted`, `phone_unreachable`, `no_push_device`,
   * `sms_unavailable`, `sms_unconfigured`
   */
  async send(userId: string, channel: PhoneChannel): Promise<void> {
    const { phoneNumber, phoneVerified } = await this.unproved(userId);
    if (channel === 'push' && phoneVerified) throw new Failure(signInFailures.phone_proved);
    if (channel === 'push' && !(await this.takesPush(userId))) throw new Failure(signInFailures.no_push_device);
    const text = await this.unitOfWork.run(async () => {
      for (const [key, anHour] of phoneSendLimits(userId, phoneNumber)) await this.countSend(key, anHour);
      const next = await this.replaceCode(phoneCodeKey(userId, phoneNumber, channel));
      const body = `Your verification code is ${this.codes.textOf(next)}. It is good for 10 minutes. Never tell it to anybody.`;
      if (channel === 'push') await this.push.send(userId, { title: 'Verification code', body }, `phone-code:${next.id}`);
      return body;
    });
    // Only now, because it calls the gateway.
    if (channel === 'sms') await this.text(phoneNumber, text);
  }

  /**
   * Only the holder of the phone learns that another account has the number. @throws Failure `sign_in.phone_missing`,
   * `phone_proved`, `incorrect_code`, `phone_taken`, `abuse.delayed`
   */
  async confirm(userId: string, digits: string): Promise<void> {
    const { phoneNumber } = await this.unproved(userId);
    let right: MatchingCode | undefined;
    await this.budgets.attempt(
      'phone_codes',
      userId,
      async () => (right = await this.findMatching(userId, phoneNumber, digits)) !== undefined,
      'give back',
    );
    if (!right) throw new Failure(signInFailures.incorrect_code);
    const { code, channel } = right;
    await this.unitOfWork.run(async () => {
      const account = await this.accounts.lock(userId);
      const isUsed = account?.phoneNumber === phoneNumber && (await this.codes.use(code));
      if (!isUsed) throw new Failure(signInFailures.incorrect_code);
      await this.accounts.modify(userId, { phoneVerified: true, phoneProved: channel === 'sms' });
    });
  }

  private async unproved(userId: string): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account || account.phoneNumber === '') throw new Failure(signInFailures.phone_missing);
    if (account.phoneProved) throw new Failure(signInFailures.phone_proved);
    return account;
  }

  private async findMatching(userId: string, phoneNumber: string, digits: string): Promise<MatchingCode | undefined> {
    for (const channel of PHONE_CHANNELS) {
      const code = await this.countTry(phoneCodeKey(userId, phoneNumber, channel));
      if (code && this.codes.matches(code, digits)) return { code, channel };
    }
    return undefined;
  }

  private async takesPush(userId: string): Promise<boolean> {
    return (await this.pushDevices.list(userId)).some(({ status }) => status === 'active');
  }

  private async text(phoneNumber: string, text: string): Promise<void> {
    const outcome = await this.sms.send(phoneNumber, text);
    if (outcome === 'refused') throw new Failure(signInFailures.phone_unreachable);
    if (outcome === 'unconfigured') throw new Failure(signInFailures.sms_unconfigured);
    if (outcome === 'unavailable') throw new Failure(signInFailures.sms_unavailable);
  }

  private async countSend(key: string, anHour: number): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const mailing = await this.codes.findMailing(key);
      if (await this.codes.replaceMailing(key, mailing, withSentCode(mailing.sent, anHour, this.clock.now()))) return;
    }
    throw new Error('could not count the code: changed concurrently');
  }

  private async replaceCode(key: string): Promise<MailedCode> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [previous] = await this.codes.list(key);
      const next = newPhoneCode(previous, key, this.clock.now());
      if (await this.codes.replace(previous, next)) return next;
    }
    throw new Error('could not store the code: changed concurrently');
  }

  /** Counted before the comparison, so that concurrent tries cannot exceed the limit. Undefined where no try is left. */
  private async countTry(key: string): Promise<MailedCode | undefined> {
    for (;;) {
      const [code] = await this.codes.list(key);
      if (!code || !mayTry(code, this.clock.now())) return undefined;
      if (await this.codes.replace(code, { ...code, tries: code.tries + 1, version: code.version + 1 })) return code;
    }
  }
}
