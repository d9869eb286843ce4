import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { ZERO_KOBO } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import type { LedgerChange } from '../../../ledger/index.js';
import { Choice, LongText, Optional, Text } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { CatalogueEntries } from '../../catalogue/index.js';
import { TARIFF_KINDS, TariffChanges, type TariffEntry, tariffFailures, type TariffKind } from '../../tariffs/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { ProposalKind, type ShownChange } from './proposal-kind.js';
import type { Proposal, ProposedChange } from './proposal.js';
import { ALREADY_PROPOSED, DECIDES, PROPOSES, REASON } from './proposals.presenters.js';
import { Proposals } from './proposals.js';

const LONGEST_SUBJECT = 64;

class TariffProposeInput {
  @Choice(TARIFF_KINDS) kind: TariffKind;
  /** Item or biller of a surcharge, tier of a limit. */
  @Optional() @Text({ max: 96 }) subject?: string;
  @Text({ max: 100 }) name: string;
  @Optional() @Text({ max: 32 }) from?: string;
  @Optional() @Text({ max: 32 }) until?: string;
  /** JSON. */
  @LongText() terms: string;
  @Text(REASON) reason: string;
}

interface TariffChange extends ProposedChange {
  /** The tariff as JSON. */
  readonly entry: string;
  /** Name and terms of the one in force then; empty where there was none, missing in old ones. */
  readonly replaces?: string;
}

/** A proposal to change a fee, duty, surcharge, VAT or limit. */
@Injectable()
@Contributes(ProposalKind)
export class TariffProposal extends ProposalKind<TariffChange> {
  override readonly kind = 'tariff_propose';
  override readonly words = 'change a tariff or limit';

  constructor(
    private readonly changes: TariffChanges,
    private readonly catalogue: CatalogueEntries,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  @Operation('control_tariff_propose', {
    ...PROPOSES,
    permission: DECIDES,
    failures: [on(tariffFailures.invalid_terms, { id: 'terms_invalid' }), ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes a fee, duty, surcharge or VAT (terms: a list of {from, fee, percent, minimum, maximum}, each from an amount on, or an object of such bands, the kinds that VAT is charged of, payer, and legal {source, dated, review}), or the limits of a tier (terms: an object with requires, single, daily, monthly, balance), in Naira. It is in force from its time, at the earliest from its approval.',
  })
  async propose(input: TariffProposeInput, caller: MoneyCaller) {
    const { kind, subject: item = '', name, from, until, terms, reason } = input;
    const entry: TariffEntry = { kind, subject: item, name, from, until, terms };
    this.changes.check(entry);
    if (kind === 'surcharge' && !(await this.catalogue.has(item))) {
      const text = `The tariff is not valid: subject ${item} is neither an item nor a biller`;
      throw new Failure(tariffFailures.invalid_terms, { text });
    }
    const subject = `tariff:${kind} ${item}`.trim().slice(0, LONGEST_SUBJECT);
    const replaces = await this.changes.replaced(entry);
    const change = { kind: this.kind, entry: JSON.stringify(entry), replaces } as const;
    return this.proposals.propose(this, { subject, change, userId: '', amountKobo: ZERO_KOBO, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override change({ id, change }: Proposal<TariffChange>): Promise<LedgerChange | undefined> {
    return this.changes.change(JSON.parse(change.entry) as TariffEntry, id);
  }

  override audited({ entry }: TariffChange) {
    return { tariff: JSON.parse(entry) as unknown };
  }

  override shown({ entry: tariff, replaces = '' }: TariffChange): ShownChange {
    return { tariff, replaces };
  }
}
