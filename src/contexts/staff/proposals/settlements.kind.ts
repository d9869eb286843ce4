import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import type { Events } from '../../../kernel/events.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import type { AccountId, LedgerChange } from '../../../ledger/index.js';
import { Amount, Choice, Day, ListOf, Optional, Text } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { OnEvent } from '../../../platform/queue/job-queue.js';
import {
  type LineMeaning,
  LONGEST_REFERENCE,
  REMITTED,
  type Remitted,
  SETTLEMENT_KINDS,
  type SettledLine,
  SettlementChanges,
  type SettlementEntry,
  settlementFailures,
  type SettlementKind,
  SettleStatement,
} from '../../settlements/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { ProposalKind, type ShownChange } from './proposal-kind.js';
import { type Proposal, ProposalStore, type ProposedChange } from './proposal.js';
import { ALREADY_PROPOSED, INVALID_SETTLEMENT, PROPOSES, REASON, REFERENCE_USED } from './proposals.presenters.js';
import { Proposals } from './proposals.js';

/** Bounded, so that they are booked within seconds. */
const LINES = 100;

interface SettlementChange extends ProposedChange {
  /** The settlement, or the lines with their settlements, as JSON. */
  readonly entry: string;
}

class SettlementCreateInput {
  @Choice(SETTLEMENT_KINDS) kind: SettlementKind;
  @Optional() @Text({ max: 40 }) provider?: string;
  @Optional() @Choice(REMITTED) account?: Remitted;
  @Optional() @Text({ max: 24 }) bank?: string;
  @Amount() amount: Kobo;
  @Text({ max: LONGEST_REFERENCE }) reference: string;
  @Day() valued: string;
  @Text(REASON) reason: string;
}

/** A proposal to book money that moved outside of the service. */
@Injectable()
@Contributes(ProposalKind)
export class SettlementProposal extends ProposalKind<SettlementChange> {
  override readonly kind = 'settlement_create';
  override readonly words = 'book a settlement';

  constructor(
    private readonly changes: SettlementChanges,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  @Operation('control_settlement_create', {
    ...PROPOSES,
    failures: [INVALID_SETTLEMENT, REFERENCE_USED, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes to book what moved outside of the service: a payout of a provider to our bank (provider, bank), a top-up of a float (provider, bank), a fee of a provider (provider) or of a bank (bank), or value added tax or stamp duty that was remitted (account, bank). No two have the same reference. Over 1,000,000.00 Naira it takes two approvals.',
  })
  async propose(input: SettlementCreateInput, caller: MoneyCaller) {
    const { kind, provider = '', account = '', bank = '', amount: amountKobo, reference, valued, reason } = input;
    const entry: SettlementEntry = { kind, provider, account, bank, amountKobo, reference, valued };
    await this.changes.check(entry);
    const change = { kind: this.kind, entry: JSON.stringify(entry) } as const;
    return this.proposals.propose(this, { subject: `settlement:${reference}`, change, userId: '', amountKobo, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override change({ id, change }: Proposal<SettlementChange>): Promise<LedgerChange | undefined> {
    return this.changes.change(JSON.parse(change.entry) as SettlementEntry, id);
  }

  override async accountsOf({ change }: Proposal<SettlementChange>): Promise<AccountId[]> {
    return [...this.changes.sidesOf(JSON.parse(change.entry) as SettlementEntry)];
  }

  override audited({ entry }: SettlementChange) {
    return { settlement: JSON.parse(entry) as unknown };
  }

  override shown({ entry: settlement }: SettlementChange): ShownChange {
    return { settlement };
  }
}

class StatementLineInput {
  @Text() line: string;
  @Choice(SETTLEMENT_KINDS) kind: SettlementKind;
  @Optional() @Text({ max: 40 }) provider?: string;
  @Optional() @Choice(REMITTED) account?: Remitted;
}

class StatementSettleInput {
  @Text() reqv: string;
  @ListOf(StatementLineInput, { max: LINES, exact: true }) lines: StatementLineInput[];
  @Text(REASON) reason: string;
}

/** A proposal to book lines of a bank's statement as settlements, all of them at once. */
@Injectable()
@Contributes(ProposalKind)
export class StatementSettlement extends ProposalKind<SettlementChange> {
  override readonly kind = 'statement_settle';
  override readonly words = 'book lines of a statement';

  constructor(
    private readonly settleStatement: SettleStatement,
    private readonly proposals: Proposals,
    private readonly store: ProposalStore,
  ) {
    super();
  }

  @Operation('control_statement_settle', {
    ...PROPOSES,
    failures: [
      on(settlementFailures.no_record, { code: 404 }),
      INVALID_SETTLEMENT,
      on(settlementFailures.line_settled, { id: 'line_settled' }),
      ALREADY_PROPOSED,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Proposes to book lines of a statement of a bank (reqv) as settlements: for each its marker (line), kind, and provider or account where the kind has one. The proposal books them all, within seconds of its last approval. Over 1,000,000.00 Naira in all it takes two.',
  })
  async propose({ reqv: statementId, lines, reason }: StatementSettleInput, caller: MoneyCaller) {
    const meanings = lines.map(({ line: lineId, kind, provider = '', account }): LineMeaning => {
      return { lineId, kind, provider, account: account ?? '' };
    });
    const settled = await this.settleStatement.entries(statementId, meanings);
    const amountKobo = kobo(settled.reduce((sum, { entry }) => sum + entry.amountKobo, 0));
    const change = { kind: this.kind, entry: JSON.stringify(settled) } as const;
    return this.proposals.propose(this, { subject: `statement:${statementId}`, change, userId: '', amountKobo, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override change({ id, change }: Proposal<SettlementChange>): Promise<LedgerChange | undefined> {
    return this.settleStatement.change(linesOf(change), id);
  }

  @OnEvent('proposal.statement_approved')
  async book({ proposalId }: Events['proposal.statement_approved']): Promise<void> {
    const proposal = await this.store.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== this.kind) return;
    await this.settleStatement.book(linesOf(proposal.change as SettlementChange), proposalId);
  }

  override audited({ entry }: SettlementChange) {
    return { settlement: JSON.parse(entry) as unknown };
  }

  override shown({ entry: settlement }: SettlementChange): ShownChange {
    return { settlement };
  }
}

function linesOf({ entry }: SettlementChange): SettledLine[] {
  return JSON.parse(entry) as SettledLine[];
}
