import { Injectable } from '@nestjs/common';
import { exactText, fromExactText } from '../../../../kernel/exact-text.js';
import { kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import type { BookedAmount, ListedTransaction, Period, RecordedTransaction } from '../../../../kernel/provider-transactions.js';
import { Contributes } from '../../../../kernel/registry.js';
import { ProviderRecords } from '../../../providers/index.js';
import { providerClearing, providerHeld } from '../../../../ledger/index.js';
import { BillerProviders } from '../../../billers/index.js';
import type { Purchase } from '../../domain/purchase.js';

const PORTION = 1_000;
const ATTEMPTS = `SELECT attempt.id AS id, attempt.reference AS reference, attempt.recorded AS recorded, attempt.state AS state,
    purchase.id AS purchaseId, purchase.reference AS latest, purchase.status AS status, purchase.settled_at AS settledAt,
    purchase.amount_kobo AS amountKobo, purchase.amount_kobo + purchase.fee_kobo + purchase.surcharge_kobo + purchase.vat_kobo AS heldKobo
  FROM purchase_attempt attempt JOIN purchase ON purchase.id = attempt.purchase_id`;
const FIRST = `${ATTEMPTS} WHERE attempt.provider = ? AND attempt.recorded >= ? AND attempt.recorded < ?
  ORDER BY attempt.recorded, attempt.id LIMIT ${PORTION}`;
const NEXT = `${ATTEMPTS} WHERE attempt.provider = ? AND attempt.recorded >= ? AND attempt.recorded < ?
    AND (attempt.recorded > ? OR attempt.id > ?) ORDER BY attempt.recorded, attempt.id LIMIT ${PORTION}`;

type Amount = number | string;

interface AttemptLine {
  readonly id: string;
  readonly reference: string;
  readonly recorded: Amount;
  readonly state: Purchase['status'] | 'submitted';
  readonly purchaseId: string;
  readonly latest: string;
  readonly status: Purchase['status'];
  readonly settledAt: Amount | null;
  readonly amountKobo: Amount;
  readonly heldKobo: Amount;
}

@Injectable()
@Contributes(ProviderRecords)
export class BillerRecords extends ProviderRecords {
  readonly kind = 'biller';

  constructor(
    private readonly providers: BillerProviders,
    private readonly database: Database,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  bookingAccount(provider: string): string {
    return providerHeld(provider);
  }

  clearingAccount(provider: string): string {
    return providerClearing(provider);
  }

  async wasUsed(provider: string, { from, to }: Period): Promise<boolean> {
    const sql = 'SELECT id FROM purchase_attempt WHERE provider = ? AND recorded >= ? AND recorded < ? LIMIT 1';
    return (await this.database.rows(sql, [provider, from, to])).length > 0;
  }

  async *within(provider: string, period: Period): AsyncIterable<RecordedTransaction[]> {
    for await (const lines of this.attempts(provider, period)) yield lines.map((line) => toRecord(line, []));
  }

  async *booked(provider: string, period: Period): AsyncIterable<BookedAmount[]> {
    for await (const lines of this.attempts(provider, period))
      yield lines.map(({ purchaseId: journal, reference, heldKobo }) => ({
        journal,
        reference,
        amountKobo: kobo(Number(heldKobo)),
      }));
  }

  async named(provider: string, names: readonly string[]): Promise<RecordedTransaction[]> {
    if (names.length === 0) return [];
    const places = placeholders(names);
    const theirs = await this.database.rowsOnce<{ attemptId: string; name: string }>(
      `SELECT attempt_id AS attemptId, provider_reference AS name FROM purchase_answer WHERE provider_reference IN (${places})`,
      names.map(exactText),
    );
    const ids = [...new Set(theirs.map(({ attemptId }) => attemptId))];
    const byId = ids.length === 0 ? '' : ` OR attempt.id IN (${placeholders(ids)})`;
    const lines = await this.database.rowsOnce<AttemptLine>(
      `${ATTEMPTS} WHERE attempt.provider = ? AND (attempt.reference IN (${places})${byId})`,
      [provider, ...names, ...ids],
    );
    return lines.map((line) => {
      const namesOfTheirs = theirs.filter(({ attemptId }) => attemptId === line.id).map(({ name }) => fromExactText(name));
      return toRecord(line, [...new Set(namesOfTheirs)]);
    });
  }

  /** Undefined where the provider has no list, and gives a settlement file. */
  list(provider: string, period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.providers.find(provider)?.transactions(period);
  }

  /** Nothing follows from a purchase that is not ours. */
  collect(): Promise<'nothing'> {
    return Promise.resolve('nothing');
  }

  private async *attempts(provider: string, { from, to }: Period): AsyncIterable<AttemptLine[]> {
    let lines = await this.database.rows<AttemptLine>(FIRST, [provider, from, to]);
    while (lines.length > 0) {
      yield lines;
      const { recorded, id } = lines.at(-1)!;
      const at = Number(recorded);
      lines = lines.length < PORTION ? [] : await this.database.rows<AttemptLine>(NEXT, [provider, at, to, at, id]);
    }
  }
}

function toRecord(line: AttemptLine, otherNames: readonly string[]): RecordedTransaction {
  const { reference, recorded, latest, state, status, settledAt, amountKobo } = line;
  // An earlier attempt failed before the next one was made.
  const ended = reference === latest ? status : state === 'submitted' ? 'failed' : state;
  return {
    reference,
    otherNames,
    amountKobo: kobo(Number(amountKobo)),
    status: ended,
    at: Number(recorded),
    reversedAt: ended === 'reversed' && settledAt !== null ? Number(settledAt) : undefined,
  };
}
