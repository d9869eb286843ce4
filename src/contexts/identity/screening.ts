import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { type Account, Accounts } from '../sign-in/index.js';
import { SystemLogs } from '../system-logs/index.js';
import type { PersonNames } from './names.js';
import { type ListedPerson, MOST_SHOWN, reviewOf, VerificationStore } from './verification.js';

export interface ScreenedPerson extends PersonNames {
  /** YYYY-MM-DD. */
  readonly birth: string;
}

/** Lists of people with whom nobody may do business. An answer that is missing is an error, and never "nobody". */
export abstract class SanctionLists {
  /** Another text whenever a list changes; undefined where nothing is screened. */
  abstract version(): Promise<string | undefined>;
  /** Those whose name is alike enough. */
  abstract search(person: ScreenedPerson): Promise<readonly ListedPerson[]>;
}

/** Without the setting. */
export class NoSanctionLists extends SanctionLists {
  version(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  search(): Promise<readonly ListedPerson[]> {
    return Promise.resolve([]);
  }
}

const PAGE_SIZE = 50;

/** Compares verified users with the lists: once they are verified or have another name, and all of them when a list changes. */
@Injectable()
export class Screening {
  constructor(
    private readonly lists: SanctionLists,
    private readonly store: VerificationStore,
    private readonly accounts: Accounts,
    private readonly unitOfWork: UnitOfWork,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** Everybody who was not compared with the present lists. @throws Error where the lists do not answer; the next run goes on */
  async execute(): Promise<void> {
    const version = await this.lists.version();
    if (version === undefined) return;
    for (;;) {
      const due = await this.store.unscreened(version, PAGE_SIZE);
      for (const userId of new Set(due.map((each) => each.userId))) await this.screen(userId, version);
      if (due.length < PAGE_SIZE) return;
    }
  }

  async one(userId: string): Promise<void> {
    const version = await this.lists.version();
    if (version !== undefined) await this.screen(userId, version);
  }

  private async screen(userId: string, version: string): Promise<void> {
    const account = await this.accounts.find(userId);
    const found = (await this.store.newestVerified(userId, 'bvn')) ?? (await this.store.newestVerified(userId, 'nin'));
    if (!account || !found) return this.store.markScreened(userId, version);
    const { firstName, lastName } = account;
    const { given, found: record } = found.evidence;
    const person = { firstName, lastName, birth: record?.birth ?? given.birth };
    const hits = await this.lists.search(person);
    const marker = await this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      // The next run compares the new name.
      if (present && !isNamed(present, person)) return undefined;
      await this.store.markScreened(userId, version);
      return present && this.open(userId, person, hits);
    });
    if (marker === undefined) return;
    await this.systemLogs.record({
      kind: 'error',
      key: `sanction-hit:${marker}`,
      description: `Case ${marker}: the name of a customer is like one on a list of sanctions. Two members of staff decide it in the console. Do not tell the customer.`,
    });
  }

  /** A case of those that nobody decided for this name. @returns its id; undefined where there are none */
  private async open(userId: string, given: ScreenedPerson, hits: readonly ListedPerson[]): Promise<string | undefined> {
    const { items } = await this.store.list({ by: 'user', value: userId }, { before: undefined, size: MOST_SHOWN });
    const cases = items.filter(({ type }) => type === 'sanction');
    const decided = cases.filter(({ evidence }) => isNamed(evidence.given, given)).flatMap(({ evidence }) => evidence.hits ?? []);
    const news = hits.filter((hit) => !decided.some(({ list, entry }) => list === hit.list && entry === hit.entry));
    if (news.length === 0) return undefined;
    const before = cases.find(({ status }) => status === 'review');
    // More is known than the first of the two decided on.
    const evidence = {
      given,
      hits: [...(before?.evidence.hits ?? []), ...news],
      score: Math.max(...news.map(({ score }) => score)),
    };
    if (before) {
      await this.store.change(before.id, 'review', { evidence });
      return before.id;
    }
    const opened = reviewOf(userId, 'sanction', evidence, this.clock.now());
    await this.store.add(opened, undefined, { version: '', text: '', ip: '' });
    return opened.id;
  }
}

function isNamed(one: Pick<Account, 'firstName' | 'lastName'>, other: PersonNames): boolean {
  return one.firstName === other.firstName && one.lastName === other.lastName;
}
