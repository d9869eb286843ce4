import {
  type Remitted,
  type SettlementKind,
  LONGEST_REFERENCE,
  partsOf,
  type SettlementEntry,
  Settlements,
  SettlementChanges,
} from './settlements.js';
import { type StatementLine, BankStatements, type StoredLine, type StoredStatement, settlementFailures } from './statements.js';
import { Injectable } from '@nestjs/common';
import { DUTIES_ACCOUNT, LedgerBalances, VAT_ACCOUNT, Ledger, type LedgerChange } from '../../ledger/index.js';
import { ProviderRecordSources } from '../providers/index.js';
import { domainEvent } from '../../kernel/events.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { kobo } from '../../kernel/money.js';

/** Likely meaning of a line of a statement; no kind if nothing is known. */
export interface Suggestion {
  readonly kind: SettlementKind | '';
  readonly provider: string;
  readonly account: Remitted | '';
  /** `name`: the line names it. `amount`: exactly so much is open. */
  readonly because: 'name' | 'amount' | '';
}

export interface OpenAmounts {
  /** Providers under their names of reconciliation. */
  readonly providers: readonly {
    readonly name: string;
    readonly provider: string;
    /** Others keep a float of ours. */
    readonly takesDeposits: boolean;
    /** Our balance there. */
    readonly holdsKobo: number;
  }[];
  /** Tax that we owe to the state. */
  readonly vatKobo: number;
  readonly dutiesKobo: number;
}

const NOTHING: Suggestion = { kind: '', provider: '', account: '', because: '' };
const TAXES: readonly (readonly [Remitted, RegExp])[] = [
  ['vat', /\b(vat|value added tax)\b.*\b(remit|firs|nrs|remita)|\b(firs|nrs|remita)\b.*\bvat\b/i],
  ['duties', /\b(stamp dut(y|ies))\b.*\b(remit|firs|nrs|remita)|\b(firs|nrs|remita)\b.*\b(stamp|dut(y|ies))\b/i],
];
const BANK_FEE = /\b(charges?|fees?|commission|maintenance|sms|alert|cot|emtl|levy|stamp duty|vat|nip fee|card)\b/i;

/** Judges by the words of the line, else by its amount. */
export function suggestionFor(
  line: Pick<StatementLine, 'amountKobo' | 'reference' | 'description'>,
  open: OpenAmounts,
): Suggestion {
  const words = `${line.description} ${line.reference}`;
  const isIn = line.amountKobo > 0;
  const amount = Math.abs(line.amountKobo);
  if (!isIn) {
    const tax = TAXES.find(([, pattern]) => pattern.test(words))?.[0];
    if (tax) return { ...NOTHING, kind: 'remittance', account: tax, because: 'name' };
  }
  const named = open.providers.filter(({ provider }) => words.toLowerCase().includes(provider.toLowerCase()));
  // Payouts come from providers of deposits. Floats are kept with providers that deliver or pay out.
  const meant = named.find(({ takesDeposits }) => takesDeposits === isIn) ?? named[0];
  if (meant && (isIn || !BANK_FEE.test(words)))
    return { ...NOTHING, kind: isIn ? 'provider_payout' : 'float_topup', provider: meant.name, because: 'name' };
  if (isIn) {
    const exact = open.providers.filter(({ holdsKobo }) => holdsKobo === amount);
    return exact.length === 1 ? { ...NOTHING, kind: 'provider_payout', provider: exact[0]!.name, because: 'amount' } : NOTHING;
  }
  if (BANK_FEE.test(words)) return { ...NOTHING, kind: 'bank_fee', because: 'name' };
  if (amount === open.vatKobo) return { ...NOTHING, kind: 'remittance', account: 'vat', because: 'amount' };
  return amount === open.dutiesKobo ? { ...NOTHING, kind: 'remittance', account: 'duties', because: 'amount' } : NOTHING;
}

export interface ShownLine extends StoredLine {
  /** Undefined for a line that has a settlement. */
  readonly suggestion: Suggestion | undefined;
}

export interface ShownStatement extends StoredStatement {
  readonly openLines: number;
  /** Undefined in a list. */
  readonly lines: readonly ShownLine[] | undefined;
}

@Injectable()
export class ShowStatement {
  constructor(
    private readonly statements: BankStatements,
    private readonly providers: ProviderRecordSources,
    private readonly balances: LedgerBalances,
  ) {}

  /** The statement with its lines, and the likely meaning of each without a settlement. */
  async execute(id: string): Promise<ShownStatement | undefined> {
    const statement = await this.statements.find(id);
    if (!statement) return undefined;
    const open = await this.openAmounts();
    const lines = (await this.statements.lines(id)).map((line): ShownLine => {
      return { ...line, suggestion: line.settlementId === '' ? suggestionFor(line, open) : undefined };
    });
    return { ...statement, openLines: lines.filter(({ suggestion }) => suggestion).length, lines };
  }

  async withOpenLines(statements: readonly StoredStatement[]): Promise<ShownStatement[]> {
    const open = await this.statements.openLines(statements.map(({ id }) => id));
    return statements.map((statement) => ({ ...statement, openLines: open.get(statement.id) ?? 0, lines: undefined }));
  }

  private async openAmounts(): Promise<OpenAmounts> {
    const { accounts } = await this.balances.current();
    const balanceOf = (account: string) => accounts.find((each) => each.account === account)?.balanceKobo ?? 0;
    const providers = this.providers.all.map(({ name, provider, source }) => ({
      name,
      provider,
      takesDeposits: source.kind === 'deposit',
      holdsKobo: 0 - balanceOf(source.clearingAccount(provider)),
    }));
    return { providers, vatKobo: balanceOf(VAT_ACCOUNT), dutiesKobo: balanceOf(DUTIES_ACCOUNT) };
  }
}

/** The meaning of a line of a statement. */
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
