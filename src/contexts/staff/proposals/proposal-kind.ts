import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import type { MailTemplate } from '../../../kernel/mail.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { AccountId, LedgerChange } from '../../../ledger/index.js';
import { type Proposal, PROPOSAL_KINDS, type ProposalKindName, type ProposedChange } from './proposal.js';

/** The change as staff see it, beside the common fields of proposals. */
export interface ShownChange {
  readonly token?: string;
  readonly bankReference?: string;
  readonly bank?: string;
  readonly valued?: string;
  readonly ticket?: string;
  readonly permissions?: readonly string[];
  readonly tariff?: string;
  readonly settlement?: string;
  readonly replaces?: string;
  readonly changes?: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

/** The message to the owner of a wallet. */
export interface ProposalMessage {
  readonly subject: string;
  readonly message: string;
  readonly template: MailTemplate;
  /** The reason, if its owner may know it. */
  readonly reason?: string;
}

/** A kind of proposal: how it is proposed, its change, and its texts. Each stands in a file of its own. */
export abstract class ProposalKind<Change extends ProposedChange = ProposedChange> {
  abstract readonly kind: ProposalKindName;
  /** The request, in words of staff. */
  abstract readonly words: string;
  /** Whether several may be open about one subject. */
  readonly mayRepeat: boolean = false;
  /** Whether each approval takes a code, and not a proof of one a moment ago. */
  readonly takesCode: boolean = false;

  /** Whether staff contradict a provider, or do not wait for its word; then two have to approve. */
  abstract isAheadOfProvider(change: Change): boolean;
  /** The change that is committed with the last approval; undefined if the subject is not any more as the proposer saw it. */
  abstract change(proposal: Proposal<Change>): Promise<LedgerChange | undefined>;

  /** An account that its journal was posted to; none where it has no journal. */
  accountsOf(_proposal: Proposal<Change>): Promise<readonly AccountId[]> {
    return Promise.resolve([]);
  }

  /** Fields of a new proposal in the audit trail, beside amount and reason. */
  audited(_change: Change): Readonly<Record<string, unknown>> {
    return {};
  }

  shown(_change: Change): ShownChange {
    return {};
  }

  /** Whether it gives money to a wallet, so that a closed account makes it void. */
  credits(_proposal: Proposal<Change>): boolean {
    return false;
  }

  /** Status that it would give to its record, as `refunded`; empty if it would not change one. */
  outcomeOf(change: Change): string {
    return outcomeIn(change);
  }

  /** The subject of its journal. */
  journalSubject({ id }: Proposal<Change>): string {
    return id;
  }

  /** @throws Failure where who approves may not give what is proposed */
  async refuseUnlessEntitled(_proposal: Proposal<Change>, _caller: MoneyCaller): Promise<void> {}

  /** Undefined where it moved no wallet, or another context tells its owner. */
  messageOf(_proposal: Proposal<Change>, _amount: string): ProposalMessage | undefined {
    return undefined;
  }
}

/** The outcome that a change says; empty where it has none. */
export function outcomeIn(change: ProposedChange): string {
  return 'outcome' in change ? String(change.outcome) : '';
}

/** All kinds of proposals. The service does not start where one of `PROPOSAL_KINDS` is missing or there twice. */
@Injectable()
export class ProposalKinds extends Registry<ProposalKind> {
  constructor(contributions: Contributions) {
    super(contributions, ProposalKind, { namesOf: ({ kind }) => [kind], names: PROPOSAL_KINDS });
  }

  of(name: ProposalKindName): ProposalKind {
    const found = this.find(name);
    if (!found) throw new Error(`there is no kind of proposal ${name}`);
    return found;
  }

  /** In words of staff. */
  wordsOf(name: ProposalKindName): string {
    return this.find(name)?.words ?? name;
  }

  private find(name: ProposalKindName): ProposalKind | undefined {
    return this.entries.find(({ kind }) => kind === name);
  }
}

/** The provider's answer about a purchase or payout. `same`: it agrees with staff. `none`: it gave no answer in all the time that we ask. */
export type ProviderWord = 'same' | 'none' | 'awaited' | 'contrary';

interface AskedRecord {
  readonly status: 'pending' | 'completed' | 'failed' | 'reversed';
  /** Undefined once nobody asks the provider any more. */
  readonly nextQueryAt: number | undefined;
}

/** @param isAnswered whether the provider answered when it was asked just now */
export function providerWord({ status, nextQueryAt }: AskedRecord, outcome: string, isAnswered: boolean): ProviderWord {
  if (status === 'completed') return outcome === 'completed' ? 'same' : 'contrary';
  if (status !== 'pending') return 'same';
  return isAnswered && nextQueryAt === undefined ? 'none' : 'awaited';
}

/** A proposal without a word is an old one; two have to approve it. */
export function isAheadOfWord({ word }: { readonly word?: ProviderWord }): boolean {
  return word !== 'same' && word !== 'none';
}
