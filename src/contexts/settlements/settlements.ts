import { type Kobo, kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import {
  type AccountId,
  BANK_COSTS_ACCOUNT,
  bankAccount,
  DUTIES_ACCOUNT,
  type LedgerChange,
  providerCosts,
  SUSPENSE_ACCOUNT,
  VAT_ACCOUNT,
} from '../../ledger/index.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { ProviderRecordSources } from '../providers/index.js';
import { settlementFailures, BankAccounts, BankStatements } from './statements.js';

/**
 * `provider_payout`: a provider paid into a bank account of ours. `float_topup`: we paid to a provider. `provider_fee`: a provider kept
 * something. `remittance`: value added tax or stamp duty was paid to the state. `bank_fee`: a bank kept something.
 */
export const SETTLEMENT_KINDS = ['provider_payout', 'float_topup', 'provider_fee', 'remittance', 'bank_fee'] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** `suspense_return`: a payment in suspense went back to its payer, from a bank account of ours or by the provider that took it. */
export const RECORDED_KINDS = [...SETTLEMENT_KINDS, 'suspense_return'] as const;
export type RecordedKind = (typeof RECORDED_KINDS)[number];

export const LONGEST_REFERENCE = 50;

/** Taxes that are remitted. */
export const REMITTED = ['vat', 'duties'] as const;
export type Remitted = (typeof REMITTED)[number];

/** Texts that the kind does not need are empty. */
export interface SettlementEntry {
  readonly kind: RecordedKind;
  /** Name of reconciliation. */
  readonly provider: string;
  readonly account: Remitted | '';
  readonly bank: string;
  readonly amountKobo: Kobo;
  /** The one of the bank or the provider; no two settlements have the same. */
  readonly reference: string;
  /** Day in Lagos, `YYYY-MM-DD`. */
  readonly valued: string;
}

/** Money that moved between accounts of ours, or left one for the state, outside of the service; its id is that of its journal. */
export interface Settlement extends SettlementEntry {
  readonly id: string;
  readonly createdAt: number;
}

type Part = 'provider' | 'account' | 'bank';

/** Parts of each kind beside amount, reference and day. */
const PARTS: Readonly<Record<SettlementKind, readonly Part[]>> = {
  provider_payout: ['provider', 'bank'],
  float_topup: ['provider', 'bank'],
  provider_fee: ['provider'],
  remittance: ['account', 'bank'],
  bank_fee: ['bank'],
};

export function partsOf({ kind, bank }: Pick<SettlementEntry, 'kind' | 'bank'>): readonly Part[] {
  if (kind !== 'suspense_return') return PARTS[kind];
  return bank === '' ? ['provider'] : ['bank'];
}

export interface SettlementAccounts {
  readonly clearing: string;
  readonly costs: string;
  readonly bank: string;
  readonly bankCosts: string;
  readonly remitted: string;
  readonly suspense: string;
}

/** The debited and the credited account. */
export function sidesOf(
  { kind, bank }: Pick<SettlementEntry, 'kind' | 'bank'>,
  accounts: SettlementAccounts,
): readonly [debit: string, credit: string] {
  switch (kind) {
    case 'provider_payout':
      return [accounts.bank, accounts.clearing];
    case 'float_topup':
      return [accounts.clearing, accounts.bank];
    case 'provider_fee':
      return [accounts.costs, accounts.clearing];
    case 'remittance':
      return [accounts.remitted, accounts.bank];
    case 'bank_fee':
      return [accounts.bankCosts, accounts.bank];
    case 'suspense_return':
      return [accounts.suspense, bank === '' ? accounts.clearing : accounts.bank];
  }
}

export interface SettlementFilter {
  readonly id?: string;
  readonly kind?: RecordedKind;
  readonly provider?: string;
  readonly bank?: string;
}

export type RecordedSettlement = Omit<Settlement, 'createdAt'> & { readonly debited: AccountId; readonly credited: AccountId };

export abstract class Settlements {
  /** For a ledger command; unique by its reference. */
  abstract record(settlement: RecordedSettlement): RowInsert;
  abstract isUsed(reference: string): Promise<boolean>;
  abstract find(id: string): Promise<Settlement | undefined>;
  abstract list(filter: SettlementFilter, page: PageRequest): Promise<Page<Settlement>>;
  /** Settlements that moved an account at a bank on one of these days. */
  abstract ofBank(bank: string, firstDay: string, lastDay: string): Promise<Settlement[]>;
  /**
   * Differences of the accounts at the end of a day, had each settlement been booked on its day.
   * @param end of the day, unix ms
   */
  abstract shifts(day: string, end: number): Promise<ReadonlyMap<AccountId, number>>;
  /** Sums in kobo of settlements booked within these times (unix ms, to exclusive), by kind and debited account with a blank between. */
  abstract sums(from: number, to: number): Promise<ReadonlyMap<string, number>>;
}

const NOTES: Readonly<Record<SettlementEntry['kind'], string>> = {
  provider_payout: 'Payout of a provider',
  float_topup: 'Top-up of a float',
  provider_fee: 'Fee of a provider',
  remittance: 'Remittance to the state',
  bank_fee: 'Fee of a bank',
  suspense_return: 'Returned to its payer',
};

@Injectable()
export class SettlementChanges {
  constructor(
    private readonly settlements: Settlements,
    private readonly banks: BankAccounts,
    private readonly providers: ProviderRecordSources,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `settlements.invalid` naming the first value that is not valid, `settlements.reference_used` */
  async check(entry: SettlementEntry): Promise<void> {
    const fault = this.faultOf(entry);
    if (fault !== undefined) throw new Failure(settlementFailures.invalid, { text: `The settlement is not valid: ${fault}` });
    if (await this.settlements.isUsed(entry.reference)) throw new Failure(settlementFailures.reference_used);
  }

  /** Undefined if its reference was used meanwhile, or its provider or bank does not exist any more. @param proposalId subject of the journal */
  async change(entry: SettlementEntry, proposalId: string): Promise<LedgerChange | undefined> {
    if (this.faultOf(entry) !== undefined || (await this.settlements.isUsed(entry.reference))) return undefined;
    return this.booking(entry, newId(), proposalId);
  }

  /** @param id of the settlement and its journal */
  booking(entry: SettlementEntry, id: string, proposalId: string): LedgerChange {
    const { kind, amountKobo, reference } = entry;
    const [debited, credited] = this.sidesOf(entry);
    const note = `${NOTES[kind]}, ${reference}`;
    const postings = [
      { account: debited, amountKobo: kobo(-amountKobo), note },
      { account: credited, amountKobo, note },
    ];
    const row = this.settlements.record({ ...entry, id, debited, credited });
    return { journal: { id, kind, subject: proposalId, postings }, inserts: [row] };
  }

  /** Why it cannot be booked; undefined where it can, its reference aside. */
  faultOf(entry: SettlementEntry): string | undefined {
    const { kind, provider, bank, reference, valued } = entry;
    for (const part of ['provider', 'account', 'bank'] as const) {
      const isNeeded = partsOf(entry).includes(part);
      if (isNeeded !== (entry[part] !== '')) return `${kind} ${isNeeded ? 'needs' : 'takes no'} ${part}`;
    }
    if (provider !== '' && !this.providers.find(provider)) return `there is no provider ${provider}`;
    if (bank !== '' && !this.banks.names.includes(bank)) return `there is no bank account ${bank}`;
    if (reference.length > LONGEST_REFERENCE) return `its reference is longer than ${LONGEST_REFERENCE} characters`;
    return valued > lagosDate(this.clock.now()) ? `${valued} is yet to come` : undefined;
  }

  sidesOf(entry: SettlementEntry): readonly [debited: AccountId, credited: AccountId] {
    return sidesOf(entry, this.accountsOf(entry));
  }

  private accountsOf({ provider: name, bank, account }: SettlementEntry): SettlementAccounts {
    const reconciled = this.providers.find(name);
    return {
      clearing: reconciled ? reconciled.source.clearingAccount(reconciled.provider) : '',
      costs: providerCosts(reconciled?.provider ?? ''),
      bank: bankAccount(bank),
      bankCosts: BANK_COSTS_ACCOUNT,
      suspense: SUSPENSE_ACCOUNT,
      remitted: account === 'vat' ? VAT_ACCOUNT : DUTIES_ACCOUNT,
    };
  }
}

export interface ShownSettlement extends Settlement {
  /** Whether a line of a bank's statement is matched with it. */
  readonly isReconciled: boolean;
}

@Injectable()
export class ShowSettlements {
  constructor(
    private readonly settlements: Settlements,
    private readonly statements: BankStatements,
  ) {}

  async execute(filter: SettlementFilter, page: PageRequest): Promise<Page<ShownSettlement>> {
    const { items, next } = await this.settlements.list(filter, page);
    const reconciled = await this.statements.reconciled(items.map(({ id }) => id));
    return { items: items.map((settlement) => ({ ...settlement, isReconciled: reconciled.has(settlement.id) })), next };
  }
}
