import type { Kobo } from '../../../kernel/money.js';
import { TARIFF_KINDS, type TariffEntry, type TariffKind } from '../../tariffs/index.js';
import {
  LONGEST_REFERENCE,
  type LineMeaning,
  REMITTED,
  type Remitted,
  SETTLEMENT_KINDS,
  type SettlementEntry,
  type SettlementKind,
} from '../../settlements/index.js';
import {
  Amount,
  Choice,
  Code,
  Day,
  Flag,
  ListOf,
  LongText,
  Optional,
  RequestType,
  SignedAmount,
  Text,
} from '../../../platform/http/input.decorators.js';
import { ListInput } from '../../../platform/http/list-input.js';
import { SortedBy } from '../../../platform/http/list-keys.js';
import type { ProposalFilter } from './application/ports.js';
import type { Return } from './application/return-payment.js';
import type { Decision } from './domain/proposal.js';
import { PROPOSAL_KEYS } from './proposals.presenters.js';

const REASON = { max: 1_000 };
const USER = { max: 254 };
/** So that they are booked within seconds. */
const LINES = 100;
const CODE = { max: 16, isProof: true };

export class PurchaseResolveInput {
  @Text() reqv: string;
  @Choice(['completed', 'failed']) outcome: 'completed' | 'failed';
  @Text(REASON) reason: string;
  @Optional() @Text() token?: string;
}

export class PayoutResolveInput {
  @Text() reqv: string;
  @Choice(['completed', 'failed', 'returned']) outcome: 'completed' | 'failed' | 'returned';
  @Text(REASON) reason: string;
}

export class SuspenseAssignInput {
  @Text() reqv: string;
  @Text(USER) emal: string;
  @Text(REASON) reason: string;
}

export class SuspenseReturnInput {
  @Text() reqv: string;
  @Text({ max: LONGEST_REFERENCE }) bank_reference: string;
  @Optional() @Text({ max: 24 }) bank?: string;
  @Optional() @Day() valued?: string;
  @Text(REASON) reason: string;

  get change(): Return {
    const { bank_reference: bankReference, bank, valued } = this;
    return { kind: 'suspense_return', bankReference, bank, valued };
  }
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
  @Text({ max: LONGEST_REFERENCE }) reference: string;
  @Day() valued: string;
  @Text(REASON) reason: string;

  get entry(): SettlementEntry {
    const { kind, provider = '', account = '', bank = '', amount: amountKobo, reference, valued } = this;
    return { kind, provider, account, bank, amountKobo, reference, valued };
  }
}

export class StatementLineInput {
  @Text() line: string;
  @Choice(SETTLEMENT_KINDS) kind: SettlementKind;
  @Optional() @Text({ max: 40 }) provider?: string;
  @Optional() @Choice(REMITTED) account?: Remitted;
}

export class StatementSettleInput {
  @Text() reqv: string;
  @ListOf(StatementLineInput, { max: LINES, exact: true }) lines: StatementLineInput[];
  @Text(REASON) reason: string;

  get meanings(): readonly LineMeaning[] {
    return this.lines.map(({ line: lineId, kind, provider = '', account }): LineMeaning => {
      return { lineId, kind, provider, account: account ?? '' };
    });
  }
}

@SortedBy(PROPOSAL_KEYS)
export class ProposalFetchInput extends ListInput {
  @RequestType(['open', 'decided', 'mk', 'subject', 'all']) rqtp: 'open' | 'decided' | 'mk' | 'subject' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Flag() reveal?: boolean;

  get filter(): ProposalFilter {
    const { rqtp, rqvl = '' } = this;
    if (rqtp === 'all') return {};
    if (rqtp === 'mk') return { id: rqvl };
    return rqtp === 'subject' ? { subject: rqvl } : { isOpen: rqtp === 'open' };
  }
}

export class ProposalDecideInput {
  @Text() reqv: string;
  @Choice(['approve', 'reject', 'withdraw']) decision: Decision;
  @Optional() @Text(REASON) comment?: string;
  @Optional() @Code(CODE) pinc?: string;
  @Optional() @Text({ max: 128 }) proof?: string;
}
