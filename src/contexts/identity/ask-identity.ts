import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { withTimeout } from '../attempts/index.js';
import { OwnFiles } from '../files/index.js';
import { type Account, Accounts } from '../sign-in/index.js';
import { SystemLogs } from '../system-logs/index.js';
import {
  type IdentityAnswer,
  type IdentityProvider,
  IdentityProviders,
  type IdentityRecord,
  type NumberType,
} from './identity-provider.js';
import { agreementOf } from './names.js';
import { TellUser } from './tell-user.js';
import {
  birthAgrees,
  type Evidence,
  hasDoubtfulSelfie,
  identityFailures,
  type Verification,
  type VerificationChange,
  VerificationStore,
  verifiedNumber,
} from './verification.js';

/** A provider that is down is asked again after these; the last one repeats. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
/** From then on staff know that nobody answers. */
const TOLD_AFTER_TRIES = 8;
const SCORE_OF_MATCH = { true: 100, false: 0 };

type AboutPerson = Exclude<IdentityAnswer, { outcome: 'pending' | 'unavailable' | 'not_ours' }>;

/** Asks one provider after the other about a number, and concludes from the first answer that is about the person. */
@Injectable()
export class AskIdentity {
  constructor(
    private readonly store: VerificationStore,
    private readonly providers: IdentityProviders,
    private readonly accounts: Accounts,
    private readonly files: OwnFiles,
    private readonly unitOfWork: UnitOfWork,
    private readonly systemLogs: SystemLogs,
    private readonly tellUser: TellUser,
    private readonly clock: Clock,
  ) {}

  /** How long all providers take together, at most. */
  get longestMs(): number {
    return this.providers.all.reduce((sum, { timeoutMs }) => sum + timeoutMs, MINUTE_MS);
  }

  /** @returns the verification as it is then */
  async execute(verification: Verification): Promise<Verification> {
    const answer = await this.answerAbout(verification);
    await (answer ? this.conclude(verification, answer) : this.putOff(verification));
    return (await this.store.find(verification.id)) ?? verification;
  }

  /** Undefined where none says anything of the person now. */
  private async answerAbout(verification: Verification): Promise<AboutPerson | undefined> {
    const number = await this.store.numberOf(verification.id);
    if (number?.type === undefined) return undefined;
    const { given } = verification.evidence;
    const selfie = await this.selfieOf(verification);
    let asked = verification;
    const used = new Set<string>();
    for (;;) {
      const provider = this.providers.find(asked.provider);
      used.add(asked.provider);
      const answer =
        provider && (await this.ask(provider, { ...given, ...number, selfie, job: asked.job, isRepeat: asked.tries > 0 }));
      if (answer?.outcome === 'pending') {
        if (answer.job) await this.store.change(asked.id, 'pending', { job: answer.job });
        return undefined;
      }
      if (answer && answer.outcome !== 'unavailable' && answer.outcome !== 'not_ours') return answer;
      if (answer?.outcome === 'not_ours') await this.reportAccess(asked.provider, answer.cause);
      const next = this.providers.all.find(({ name }) => !used.has(name));
      if (!next) return undefined;
      const moved = { provider: next.name, job: next.newJob(), tries: 0 };
      // Before it is asked, so that its answer is found again after a crash.
      if (!(await this.store.change(asked.id, 'pending', moved))) return undefined;
      asked = { ...asked, ...moved };
    }
  }

  /** Undefined where there is none, or its user deleted it meanwhile. */
  private async selfieOf({ userId, evidence: { given } }: Verification): Promise<Buffer | undefined> {
    const file = given.selfie === undefined ? undefined : await this.files.find(userId, given.selfie);
    const content = await file?.open();
    return content && buffer(content);
  }

  private async ask(provider: IdentityProvider, check: Parameters<IdentityProvider['check']>[0]): Promise<IdentityAnswer> {
    try {
      return await withTimeout(provider.timeoutMs, (signal) => provider.check(check, signal));
    } catch (error) {
      return { outcome: 'unavailable', cause: error instanceof Error ? error.message : 'no answer' };
    }
  }

  private async putOff({ id }: Verification): Promise<void> {
    const found = await this.store.find(id);
    if (found?.status !== 'pending') return;
    const tries = found.tries + 1;
    const delayMs = RETRIES_MS[Math.min(tries, RETRIES_MS.length) - 1]!;
    await this.store.change(id, 'pending', { tries, nextAt: this.clock.now() + delayMs });
    if (tries === TOLD_AFTER_TRIES)
      await this.systemLogs.record({
        kind: 'warning',
        key: `identity-unanswered:${id}`,
        description: `No provider of identities has answered about the verification ${id} yet. It is asked again each hour.`,
      });
  }

  private async conclude(verification: Verification, answer: AboutPerson): Promise<void> {
    try {
      await this.unitOfWork.run(() => this.settle(verification, answer));
    } catch (error) {
      if (!(error instanceof Failure && error.is(identityFailures.taken))) throw error;
      // Another account claimed the number at the same time, and its claim is seen now.
      await this.unitOfWork.run(() => this.settle(verification, answer));
    }
    if (answer.outcome === 'watch_listed')
      await this.systemLogs.record({
        kind: 'error',
        key: `identity-watch-listed:${verification.id}`,
        description: `The number of the verification ${verification.id} is on a watch list. Decide the case in the console, and do not tell the customer.`,
      });
  }

  /** Under the lock of the account: a name that is changed meanwhile is compared as it is, or not at all. */
  private async settle({ id, userId, evidence: { given } }: Verification, answer: AboutPerson): Promise<void> {
    const account = await this.accounts.lock(userId);
    if (!account || account.status === 'closed') return;
    const { firstName, lastName } = account;
    const named: Evidence['given'] = { ...given, firstName, lastName };
    const change = await this.changeBy(account, id, named, answer);
    if (!(await this.store.change(id, 'pending', { nextAt: undefined, ...change }))) return;
    if (change.status === 'verified') await this.tellUser.verified(account, change.evidence?.found);
  }

  private async changeBy(
    account: Account,
    id: string,
    given: Evidence['given'],
    answer: AboutPerson,
  ): Promise<VerificationChange> {
    const number = (await this.store.numberOf(id))!;
    const nin = answer.outcome === 'found' && number.type === 'vnin' ? answer.record.nin : undefined;
    const claims = nin === undefined ? number : { type: 'nin' as const, number: nin };
    const holder = await this.store.holderOf(claims);
    // Also where the provider knows nothing of it, so that whoever guesses numbers learns nothing.
    if (holder && holder.userId !== account.id)
      return { status: 'taken', isOwner: isPerson(given, holder.evidence), evidence: { given } };
    if (answer.outcome === 'not_found') return { status: 'not_found', evidence: { given } };
    if (answer.outcome === 'watch_listed') return { status: 'watch_listed', evidence: { given } };
    const compared = answer.outcome === 'found' ? withRecord(given, answer.record) : withMatch(given, answer.agrees);
    const evidence: Evidence = { ...compared, selfieAgrees: answer.selfieAgrees };
    const isWhole = number.type !== 'vnin' || nin !== undefined;
    const isSame =
      answer.outcome === 'found' ? agreementOf(given, answer.record).isSame && birthAgrees(evidence) === true : answer.agrees;
    if (!isSame || !isWhole || hasDoubtfulSelfie(evidence)) return { status: 'review', evidence };
    await verify(this.accounts, account, claims.type, evidence);
    return { status: 'verified', evidence, verifiedAt: this.clock.now(), ...(holder ? {} : { claims }) };
  }

  private async reportAccess(provider: string, cause: string): Promise<void> {
    const day = Math.floor(this.clock.now() / (24 * HOUR_MS));
    await this.systemLogs.record({
      kind: 'error',
      key: `identity-access:${provider}:${day}`,
      description: `The provider of identities ${provider} does not work for us: ${cause}. Its checks wait, or go to the next provider.`,
    });
  }
}

/** The account has the names of the record from now on. In the caller's unit of work, which has locked it. */
export async function verify(accounts: Accounts, account: Account, type: NumberType, { found }: Evidence): Promise<void> {
  const numbers = new Set<string | undefined>([...account.verifiedNumbers.split(' '), verifiedNumber(type)]);
  await accounts.modify(account.id, {
    identityVerified: true,
    verifiedNumbers: ['bvn', 'nin'].filter((each) => numbers.has(each)).join(' '),
    ...(found && found.firstName !== '' && found.lastName !== '' ? { firstName: found.firstName, lastName: found.lastName } : {}),
  });
}

function withRecord(given: Evidence['given'], { firstName, middleName, lastName, birth }: IdentityRecord): Evidence {
  const found = { firstName, lastName, birth, ...(middleName === undefined ? {} : { middleName }) };
  const { score, notes } = agreementOf(given, found);
  return { given, found, score, notes };
}

function withMatch(given: Evidence['given'], agrees: boolean): Evidence {
  return { given, score: SCORE_OF_MATCH[`${agrees}`] };
}

/** Whether these are the person of a verification. */
function isPerson(given: Evidence['given'], { given: then, found }: Evidence): boolean {
  return agreementOf(given, found ?? then).isSame && (found?.birth ?? then.birth) === given.birth;
}
