import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Budgets } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { OwnFiles } from '../files/index.js';
import { type Account, Accounts } from '../sign-in/index.js';
import { AskIdentity } from './ask-identity.js';
import { IdentityProviders, type NumberType } from './identity-provider.js';
import {
  CONSENT,
  type GivenNumber,
  identityFailures,
  MOST_SHOWN,
  type Verification,
  VerificationStore,
  verifiedNumber,
} from './verification.js';

const FORMS: Readonly<Record<NumberType, RegExp>> = {
  bvn: /^[0-9]{11}$/,
  nin: /^[0-9]{11}$/,
  vnin: /^[A-Z]{2}[0-9]{12}[A-Z]{2}$/,
};

export interface Submission extends GivenNumber {
  readonly birth: string;
  readonly hasConsent: boolean;
  /** Id of a file. */
  readonly selfie?: string | undefined;
}

const MOST_SELFIE_BYTES = 4 * 1_048_576;

/** Numbers that users prove to be theirs. */
@Injectable()
export class Verifications {
  constructor(
    private readonly store: VerificationStore,
    private readonly providers: IdentityProviders,
    private readonly ask: AskIdentity,
    private readonly accounts: Accounts,
    private readonly files: OwnFiles,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks while the user waits; what has no answer by then is asked again later.
   * @throws Failure of `identity`, `abuse.limit_reached`
   */
  async submit({ type, number, birth, hasConsent, selfie }: Submission, { userId, ip }: Caller): Promise<Verification> {
    if (!FORMS[type].test(number)) throw new Failure(identityFailures.invalid_number);
    if (!hasConsent) throw new Failure(identityFailures.consent_required);
    const [provider] = this.providers.all;
    if (!provider) throw new Failure(identityFailures.unconfigured);
    const account = await this.accounts.find(userId);
    if (!account) throw new Error('whoever is signed in has no account');
    if (await this.isVerified(account, verifiedNumber(type)!)) throw new Failure(identityFailures.already_verified);
    if (selfie !== undefined && !(await this.isImage(userId, selfie))) throw new Failure(identityFailures.invalid_selfie);
    await this.count({ type, number }, userId, ip);
    const verification: Verification = {
      id: newId(),
      userId,
      type,
      status: 'pending',
      lastFour: number.slice(-4),
      evidence: {
        given: { firstName: account.firstName, lastName: account.lastName, birth, ...(selfie === undefined ? {} : { selfie }) },
      },
      isOwner: false,
      provider: provider.name,
      job: provider.newJob(),
      tries: 0,
      // By then this request has its answer, or its process is gone.
      nextAt: this.clock.now() + this.ask.longestMs,
      decidedBy: '',
      verifiedAt: 0,
      toldAt: 0,
      createdAt: this.clock.now(),
    };
    await this.store.add(verification, { type, number }, { ...CONSENT, ip });
    const answered = await this.ask.execute(verification);
    if (answered.status === 'taken' && answered.isOwner) throw new Failure(identityFailures.taken);
    return answered;
  }

  /** Those that their user is told. */
  async of(userId: string): Promise<readonly Verification[]> {
    const { items } = await this.store.list({ by: 'user', value: userId }, { before: undefined, size: MOST_SHOWN });
    return items.filter(({ type }) => type !== 'sanction');
  }

  /** Not where its user was told that it ends. */
  private async isVerified({ id, verifiedNumbers }: Account, number: 'bvn' | 'nin'): Promise<boolean> {
    if (!verifiedNumbers.split(' ').includes(number)) return false;
    const newest = await this.store.newestVerified(id, number);
    return newest === undefined || newest.toldAt === 0;
  }

  private async isImage(userId: string, fileId: string): Promise<boolean> {
    const file = await this.files.find(userId, fileId);
    return file !== undefined && /^image\/(?:jpeg|png)$/.test(file.contentType) && file.sizeBytes <= MOST_SELFIE_BYTES;
  }

  /** Tries at numbers that are not one's own, by who makes them, from where and at what; each also counts where another refuses. */
  private async count(number: GivenNumber, userId: string, ip: string): Promise<void> {
    const site = siteOf(ip);
    await this.budgets.spend('identity_numbers', userId);
    await this.budgets.spend('network_identity_numbers', networkOf(ip));
    if (site !== undefined) await this.budgets.spend('site_identity_numbers', site);
    await this.budgets.spend('identity_number', this.store.digestOf(number));
  }
}
