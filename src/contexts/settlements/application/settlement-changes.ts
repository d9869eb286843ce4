import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { kobo } from '../../../kernel/money.js';
import {
  type AccountId,
  BANK_COSTS_ACCOUNT,
  bankAccount,
  DUTIES_ACCOUNT,
  type LedgerChange,
  providerCosts,
  SUSPENSE_ACCOUNT,
  VAT_ACCOUNT,
} from '../../../ledger/index.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { LONGEST_REFERENCE, partsOf, type SettlementAccounts, type SettlementEntry, sidesOf } from '../domain/settlement.js';
import { settlementFailures } from '../domain/settlements.failures.js';
import { BankAccounts, Settlements } from './ports.js';

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

  /** Undefined where its reference was used meanwhile, or its provider or bank is not there any more. @param proposalId what the journal is about */
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
