import type { Kobo } from '../../../kernel/money.js';
import { TARIFF_KINDS, type TariffEntry, type TariffKind } from '../../tariffs/index.js';
import { REMITTED, type Remitted, SETTLEMENT_KINDS, type SettlementEntry, type SettlementKind } from '../../settlements/index.js';
import {
  Amount,
  Before,
  Choice,
  Day,
  Flag,
  LongText,
  Optional,
  RequestType,
  SignedAmount,
  Text,
} from '../../../platform/http/input.decorators.js';
import type { ProposalFilter } from './application/ports.js';
import type { Decision } from './domain/proposal.js';

const REASON = { max: 1_000 };
const USER = { max: 254 };
const CODE = { max: 16, isProof: true };

export class PurchaseResolveInput {
  @Text() reqv: string;
  @Choice(['completed', 'failed']) outcome: 'completed' | 'failed';
  @Text(REASON) reason: string;
  @Optional() @Text() token?: string;
}

export class SuspenseAssignInput {
  @Text() reqv: string;
  @Text(USER) emal: string;
  @Text(REASON) reason: string;
}

export class SuspenseReturnInput {
  @Text() reqv: string;
  @Text({ max: 100 }) bank_reference: string;
  @Text(REASON) reason: string;
}

export class SuspenseSettleInput {
  @Text() reqv: string;
  @Choice(['recovered', 'written_off']) outcome: 'recovered' | 'written_off';
  @Text(REASON) reason: string;
}

export class WalletAdjustInput {
  @Text(USER) emal: string;
  @SignedAmount() amount: Kobo;
  @Text(REASON) reason: string;
  @Optional() @Text() ticket?: string;
}

export class TariffProposeInput {
  @Choice(TARIFF_KINDS) kind: TariffKind;
  /** Item or biller of a surcharge, tier of a limit. */
  @Optional() @Text({ max: 96 }) subject?: string;
  @Text({ max: 100 }) name: string;
  @Optional() @Text({ max: 32 }) from?: string;
  @Optional() @Text({ max: 32 }) until?: string;
  /** JSON. */
  @LongText() terms: string;
  @Text(REASON) reason: string;

  get entry(): TariffEntry {
    const { kind, subject = '', name, from, until, terms } = this;
    return { kind, subject, name, from, until, terms };
  }
}

export class SettlementCreateInput {
  @Choice(SETTLEMENT_KINDS) kind: SettlementKind;
  @Optional() @Text({ max: 40 }) provider?: string;
  @Optional() @Choice(REMITTED) account?: Remitted;
  @Optional() @Text({ max: 24 }) bank?: string;
  @Amount() amount: Kobo;
  @Text({ max: 50 }) reference: string;
  @Day() valued: string;
  @Text(REASON) reason: string;

  get entry(): SettlementEntry {
    const { kind, provider = '', account = '', bank = '', amount: amountKobo, reference, valued } = this;
    return { kind, provider, account, bank, amountKobo, reference, valued };
  }
}

export class ProposalFetchInput {
  @RequestType(['open', 'decided', 'mk', 'all']) rqtp: 'open' | 'decided' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
  @Optional() @Flag() reveal?: boolean;

  get filter(): ProposalFilter {
    if (this.rqtp === 'all') return {};
    return this.rqtp === 'mk' ? { id: this.rqvl ?? '' } : { isOpen: this.rqtp === 'open' };
  }
}

export class ProposalDecideInput {
  @Text() reqv: string;
  @Choice(['approve', 'reject', 'withdraw']) decision: Decision;
  @Optional() @Text(REASON) comment?: string;
  @Text(CODE) pinc: string;
}
