import { Entity } from 'typeorm';
import { ExactTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { RowSeal, Unsealed } from '../../platform/crypto/row-seal.js';
import {
  type BankKind,
  type Bank,
  KNOWN_BANKS,
  type KnownBank,
  type ListedEntry,
  matchBank,
  type Matched,
  plainName,
  takesPayouts,
} from './match-banks.js';
import { type BankChange, Banks, type BankMatch, afterFailure, isOut } from './banks.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { PayoutProviders } from './payout-provider.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';

/** A bank that a provider lists and the data file does not have, or one that staff renamed. */
@Entity('bank')
export class BankRow {
  @TextColumn('code', 48, { primary: true }) code: string;
  @TextColumn('name', 120) name: string;
  @TextColumn('kind', 16) kind: BankKind;
  /** Empty where not known. */
  @TextColumn('nip_code', 8) nipCode: string;
  @TimeColumn('recorded') createdAt: number;
}

/** A provider's name for a bank. */
@Entity('bank_match')
@RowSeal<BankMatchRow>('matchSeal', ['bankCode'])
@Unsealed<BankMatchRow>({
  listedName: 'is only shown, and compared with what the provider lists now',
  matchedBy: 'only chooses among matches that are sealed',
  listedAt: 'is only shown',
  goneAt: 'only says that the provider no longer lists the bank, or that it does again',
})
export class BankMatchRow {
  @PrimaryIdColumn('provider') provider: string;
  @ExactTextColumn('provider_code', 64, { primary: true }) providerCode: string;
  @TextColumn('bank_code', 48) bankCode: string;
  @TextColumn('listed_name', 120) listedName: string;
  /** The reason of the match: `nip`, `cbn`, `name`, `none` or `staff`. */
  @TextColumn('matched_by', 8) matchedBy: string;
  @TimeColumn('listed_at') listedAt: number;
  /** When the provider no longer listed it; null while it does. */
  @TimeColumn('gone_at', { nullable: true }) goneAt: number | null;
  @TextColumn('match_seal', 64, { nullable: true }) matchSeal: string | null;
}

/** When the list of a provider was read. */
@Entity('bank_sync')
export class BankSyncRow {
  @PrimaryIdColumn('provider') provider: string;
  @TimeColumn('synced_at') syncedAt: number;
}

export const BANK_ROWS = [BankRow, BankMatchRow, BankSyncRow];

/** Life of a read result. */
const FRESH_MS = 10_000;

interface Snapshot {
  readonly banks: readonly KnownBank[];
  readonly byCode: ReadonlyMap<string, KnownBank>;
  readonly matches: readonly BankMatch[];
  /** Matches by provider and our code, the surest first. */
  readonly codes: ReadonlyMap<string, readonly BankMatchRow[]>;
  readonly synced: ReadonlySet<string>;
}

/** A match stays, unless the provider now gives the code to another bank. */
function kept(row: BankMatchRow | undefined, entry: ListedEntry, known: readonly KnownBank[]): MatchedRow | undefined {
  const bank = row && (known.find(({ code }) => code === row.bankCode) ?? nobodys(row));
  if (!bank) return undefined;
  const matchedBy = row.matchedBy as BankMatch['matchedBy'];
  if (matchedBy === 'staff' || plainName(row.listedName) === plainName(entry.name)) return { bank, by: matchedBy };
  const now = matchBank(entry, known, new Set());
  return now.by === 'none' ? { bank, by: matchedBy } : now;
}

type MatchedRow = Omit<Matched, 'by'> & { readonly by: BankMatch['matchedBy'] };

/** Staff said that it is offered to nobody. */
function nobodys({ bankCode }: BankMatchRow): KnownBank | undefined {
  if (bankCode !== '') return undefined;
  return { code: '', name: '', kind: 'other', cbnCode: undefined, nipCode: undefined, otherNames: [] };
}

function matchOf({ provider, providerCode, bankCode, listedName, matchedBy, goneAt }: BankMatchRow): BankMatch {
  return {
    provider,
    providerCode,
    bankCode,
    listedName,
    matchedBy: matchedBy as BankMatch['matchedBy'],
    isListed: goneAt === null,
  };
}

const TRUST: readonly string[] = ['staff', 'nip', 'name', 'cbn', 'none'];

/** If a provider has a bank twice, the surer match counts. */
function codesOf(rows: readonly BankMatchRow[]): Map<string, readonly BankMatchRow[]> {
  const surest = rows
    .filter(({ goneAt, bankCode }) => goneAt === null && bankCode !== '')
    .toSorted(
      (one, other) =>
        TRUST.indexOf(one.matchedBy) - TRUST.indexOf(other.matchedBy) || (one.providerCode < other.providerCode ? -1 : 1),
    );
  const codes = new Map<string, BankMatchRow[]>();
  for (const row of surest) {
    const key = keyOf(row.provider, row.bankCode);
    codes.set(key, [...(codes.get(key) ?? []), row]);
  }
  return codes;
}

function keyOf(provider: string, code: string): string {
  return `${provider} ${code}`;
}

@Entity('bank_outage')
export class BankOutageRow {
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  /** The last failures in a row, unix ms with commas. */
  @TextColumn('failed_at', 80) failedAt: string;
}

/** Rows take the place of the data file's banks of their code. */
@Injectable()
export class TypeormBanks extends Banks {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly providers: PayoutProviders,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(code: string): Promise<Bank | undefined> {
    return (await this.snapshot()).byCode.get(code);
  }

  async providerCode(provider: string, code: string): Promise<string | undefined> {
    const { codes, synced } = await this.snapshot();
    for (const row of codes.get(keyOf(provider, code)) ?? []) if (await this.isTrusted(row)) return row.providerCode;
    return synced.has(provider) ? undefined : this.providers.find(provider)?.knownCodes?.[code];
  }

  async all(): Promise<readonly KnownBank[]> {
    return (await this.snapshot()).banks;
  }

  async matches(): Promise<readonly BankMatch[]> {
    return (await this.snapshot()).matches;
  }

  async syncedAt(provider: string): Promise<number | undefined> {
    return (await this.database.repository(BankSyncRow).findOneBy({ provider }))?.syncedAt;
  }

  async replace(provider: string, listed: readonly ListedEntry[]): Promise<BankChange> {
    const now = this.clock.now();
    const before = new Map((await this.rows.findBy({ provider })).map((row) => [row.providerCode, row]));
    const { banks } = await this.read();
    const known = [...banks];
    const taken = new Set(banks.map(({ code }) => code));
    const added: KnownBank[] = [];
    const rows = new Map<string, BankMatchRow>();
    for (const entry of listed.filter(takesPayouts)) {
      const row = before.get(entry.code);
      const isTrusted = !row || (await this.isTrusted(row));
      // A changed row that staff matched waits for them. Others are matched again.
      if (!isTrusted && row.matchedBy === 'staff') {
        rows.set(entry.code, row);
        continue;
      }
      const { bank, by } = (isTrusted ? kept(row, entry, known) : undefined) ?? matchBank(entry, known, taken);
      if (!taken.has(bank.code) && bank.code !== '') {
        known.push(bank);
        taken.add(bank.code);
        added.push(bank);
      }
      const listedName = entry.name.trim().slice(0, 120);
      const match = { provider, providerCode: entry.code, bankCode: bank.code, listedName, matchedBy: by, listedAt: now };
      rows.set(entry.code, { ...match, goneAt: null, matchSeal: null, ...this.seals.of(BankMatchRow, match) });
    }
    const gone = [...before.values()].filter(({ providerCode, goneAt }) => goneAt === null && !rows.has(providerCode));
    for (const bank of added) await this.writeBank(bank, now);
    await this.database
      .repository(BankMatchRow)
      .save([...rows.values(), ...gone.map((row) => Object.assign(row, { goneAt: now }))], { chunk: 100 });
    await this.database.repository(BankSyncRow).save({ provider, syncedAt: now });
    this.forgetAtCommit();
    return { added: added.length, matched: rows.size - added.length, gone: gone.length };
  }

  async findMatch(provider: string, providerCode: string): Promise<BankMatch | undefined> {
    const row = await this.rows.findOneBy({ provider, providerCode });
    return row ? matchOf(row) : undefined;
  }

  async match({ provider, providerCode, ...before }: BankMatch, bank: string): Promise<BankMatch> {
    const bankCode = bank === 'new' ? await this.bankOfItsOwn(before.listedName, providerCode) : bank.replace(/^none$/, '');
    const seal = this.seals.of(BankMatchRow, { provider, providerCode, bankCode });
    await this.rows.update({ provider, providerCode }, { bankCode, matchedBy: 'staff', ...seal });
    this.forgetAtCommit();
    return { ...before, provider, providerCode, bankCode, matchedBy: 'staff' };
  }

  /** Two processes that count a failure at once may count one: the shown state is a hint. */
  async recordFailure(bankCode: string): Promise<void> {
    const before = await this.outageRows.findOneBy({ bankCode });
    const failedAt = afterFailure(before ? timesOf(before) : [], this.clock.now()).join(',');
    await this.outageRows
      .createQueryBuilder()
      .insert()
      .values({ bankCode, failedAt })
      .orUpdate(['failed_at'], ['bank_code'])
      .updateEntity(false)
      .execute();
  }

  async recordAnswer(bankCode: string): Promise<void> {
    // Reads first, because nearly always there is nothing to write.
    if (await this.outageRows.existsBy({ bankCode })) await this.outageRows.delete({ bankCode });
  }

  async outages(): Promise<ReadonlySet<string>> {
    const now = this.clock.now();
    const rows = await this.outageRows.find();
    return new Set(rows.filter((row) => isOut(timesOf(row), now)).map(({ bankCode }) => bankCode));
  }

  private held: { readonly read: Promise<Snapshot>; readonly at: number } | undefined;

  private isTrusted(row: BankMatchRow): Promise<boolean> {
    return this.seals.holds(BankMatchRow, 'matchSeal', row);
  }

  private async bankOfItsOwn(name: string, code: string): Promise<string> {
    const taken = new Set((await this.read()).byCode.keys());
    const { bank } = matchBank({ name, code, nipCode: undefined }, [], taken);
    await this.writeBank(bank, this.clock.now());
    return bank.code;
  }

  private async writeBank({ code, name, kind, nipCode = '' }: KnownBank, now: number): Promise<void> {
    await this.database.repository(BankRow).save({ code, name, kind, nipCode, createdAt: now });
  }

  private get rows() {
    return this.database.repository(BankMatchRow);
  }

  /** Not before the commit, because others' reads until then would be kept. */
  private forgetAtCommit(): void {
    this.database.afterCommit(() => (this.held = undefined));
  }

  private snapshot(): Promise<Snapshot> {
    const now = this.clock.now();
    const ageMs = this.held ? now - this.held.at : Infinity;
    if (ageMs < 0 || ageMs >= FRESH_MS) {
      const held = { read: this.read(), at: now };
      this.held = held;
      held.read.catch(() => {
        if (this.held === held) this.held = undefined;
      });
    }
    return this.held!.read;
  }

  private async read(): Promise<Snapshot> {
    const [own, rows, syncs] = await Promise.all([
      this.database.repository(BankRow).find(),
      this.rows.find(),
      this.database.repository(BankSyncRow).find(),
    ]);
    const byCode = new Map(KNOWN_BANKS.map((bank) => [bank.code, bank]));
    for (const { code, name, kind, nipCode } of own) {
      const known = byCode.get(code);
      const otherNames = known ? [known.name, ...known.otherNames] : [];
      byCode.set(code, { code, name, kind, cbnCode: known?.cbnCode, nipCode: nipCode || undefined, otherNames });
    }
    return {
      banks: [...byCode.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
      byCode,
      matches: rows.map(matchOf),
      codes: codesOf(rows),
      synced: new Set(syncs.map(({ provider }) => provider)),
    };
  }

  private get outageRows() {
    return this.database.repository(BankOutageRow);
  }
}

function timesOf({ failedAt }: BankOutageRow): number[] {
  return failedAt.split(',').map(Number);
}

@Injectable()
export class BankGauge implements OnModuleInit {
  constructor(
    private readonly banks: Banks,
    private readonly gauges: SqlGauges,
  ) {}

  onModuleInit(): void {
    const help = '1 for a bank whose name enquiry does not answer';
    this.gauges.addReading('bank', 'harmattan_bank_unavailable', help, async () => {
      return new Map([...(await this.banks.outages())].map((code) => [code, 1]));
    });
  }
}
