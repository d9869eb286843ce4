import { Injectable } from '@nestjs/common';
import { domainEvent } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { kobo } from '../../../kernel/money.js';
import { Ledger, type LedgerChange } from '../../../ledger/index.js';
import { LONGEST_REFERENCE, partsOf, type Remitted, type SettlementEntry, type SettlementKind } from '../domain/settlement.js';
import { settlementFailures } from '../domain/settlements.failures.js';
import { BankStatements, Settlements, type StoredLine } from './ports.js';
import { SettlementChanges } from './settlement-changes.js';

/** What a line of a statement is. */
export interface LineMeaning {
  readonly lineId: string;
  readonly kind: SettlementKind;
  readonly provider: string;
  readonly account: Remitted | '';
}

export interface SettledLine {
  readonly lineId: string;
  readonly entry: SettlementEntry;
}

/** Books lines of a bank's statement as settlements, many by one proposal. */
@Injectable()
export class SettleStatement {
  constructor(
    private readonly statements: BankStatements,
    private readonly settlements: Settlements,
    private readonly changes: SettlementChanges,
    private readonly ledger: Ledger,
  ) {}

  /** @throws Failure `settlements.no_record`, `settlements.line_settled`, `settlements.invalid` naming the line */
  async entries(statementId: string, meanings: readonly LineMeaning[]): Promise<SettledLine[]> {
    const statement = await this.statements.find(statementId);
    if (!statement) throw new Failure(settlementFailures.no_record);
    const lines = new Map((await this.statements.lines(statementId)).map((line) => [line.id, line]));
    if (meanings.length === 0) throw invalid('no line is named');
    const settled: SettledLine[] = [];
    for (const meaning of meanings) {
      const line = lines.get(meaning.lineId);
      if (!line || line.settlementId !== '' || settled.some(({ lineId }) => lineId === line.id))
        throw new Failure(settlementFailures.line_settled);
      const entry = await this.entryOf(line, meaning, settled);
      const fault = faultOf(line, meaning) ?? this.changes.faultOf(entry);
      if (fault !== undefined) throw invalid(`line ${line.position}: ${fault}`);
      settled.push({ lineId: line.id, entry });
    }
    return settled;
  }

  /** Takes the lines; they are booked after the commit, because a ledger's command has one journal. Undefined where one is taken already. */
  async change(settled: readonly SettledLine[], proposalId: string): Promise<LedgerChange | undefined> {
    for (const { lineId, entry } of settled) {
      const line = await this.statements.findLine(lineId);
      if (line?.settlementId !== '' || this.changes.faultOf(entry) !== undefined) return undefined;
    }
    return {
      updates: settled.map(({ lineId }) => this.statements.settling(lineId, newId())),
      events: [domainEvent('proposal.statement_approved', { proposalId })],
    };
  }

  /** Each line once, however often it is called. */
  async book(settled: readonly SettledLine[], proposalId: string): Promise<void> {
    for (const { lineId, entry } of settled) {
      const line = await this.statements.findLine(lineId);
      if (!line || line.settlementId === '' || (await this.settlements.find(line.settlementId))) continue;
      // Another settlement may have taken the bank's reference meanwhile.
      const reference = (await this.settlements.isUsed(entry.reference)) ? ownReference(line) : entry.reference;
      const change = this.changes.booking({ ...entry, reference }, line.settlementId, proposalId);
      const idempotencyKey = { scope: 'system', action: 'control_statement_settle', key: line.settlementId, fingerprint: '' };
      await this.ledger.commit({ ...change, idempotencyKey, response: null });
    }
  }

  private async entryOf(line: StoredLine, meaning: LineMeaning, settled: readonly SettledLine[]): Promise<SettlementEntry> {
    const { kind, provider, account } = meaning;
    const { reference, bank, day: valued } = line;
    // A bank names a transfer and its charge alike.
    const isFree =
      reference !== '' &&
      reference.length <= LONGEST_REFERENCE &&
      settled.every(({ entry }) => entry.reference !== reference) &&
      !(await this.settlements.isUsed(reference));
    const amountKobo = kobo(Math.abs(line.amountKobo));
    return { kind, provider, account, bank, amountKobo, reference: isFree ? reference : ownReference(line), valued };
  }
}

function faultOf({ amountKobo, bank }: StoredLine, { kind }: LineMeaning): string | undefined {
  if (!partsOf({ kind, bank }).includes('bank')) return `${kind} is none of a bank account`;
  const isIn = kind === 'provider_payout';
  return isIn === amountKobo > 0
    ? undefined
    : `${kind} ${isIn ? 'comes in, and the line goes out' : 'goes out, and the line comes in'}`;
}

function ownReference({ id }: StoredLine): string {
  return `line ${id}`;
}

function invalid(fault: string): Failure {
  return new Failure(settlementFailures.invalid, { text: `The settlement is not valid: ${fault}` });
}
