import { type Kobo, sumKobo, kobo, formatNaira } from '../../kernel/money.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight, lagosDate } from '../../kernel/lagos-time.js';
import {
  type AccountRange,
  WalletBalances,
  merkleRoot,
  inclusionPath,
  bankAccount,
  DEBTS_ACCOUNT,
  isHeldAccount,
  SUSPENSE_ACCOUNT,
  UNCLAIMED_ACCOUNT,
  type AccountId,
  LedgerBalances,
} from '../../ledger/index.js';
import { type ListedWallet, type BalanceProof, leafOf, lineOf } from './safeguarding-list.js';
import { Clock } from '../../kernel/clock.js';
import { ProviderRecordSources } from '../providers/index.js';
import { BankAccounts, BankStatements, StatedBalances } from './statements.js';
import { Settlements } from './settlements.js';
import { SystemLogs } from '../system-logs/index.js';

/** An account of ours and its balance. */
export interface NamedBalance {
  readonly name: string;
  /** Balance of the books. */
  readonly bookKobo: Kobo;
  /** Balance of the bank's statement or the provider at the end of that day; undefined without any. */
  readonly theirsKobo: Kobo | undefined;
}

/** Our debts to users, and their cover. */
export interface Coverage {
  readonly walletsKobo: bigint;
  readonly heldKobo: bigint;
  readonly suspenseKobo: bigint;
  /** Debts of users and payers to us. They are never cover, because others do not owe them. */
  readonly debtsKobo: bigint;
  readonly banks: readonly NamedBalance[];
  readonly providers: readonly NamedBalance[];
  /** Cover less debts; below zero if it does not suffice. */
  readonly differenceKobo: bigint;
}

/** The balance of a bank or provider counts; without one that of the books does. */
export function coverageOf(owed: Omit<Coverage, 'differenceKobo'>): Coverage {
  const there = sumKobo([...owed.banks, ...owed.providers].map(({ bookKobo, theirsKobo }) => theirsKobo ?? bookKobo));
  return { ...owed, differenceKobo: there - owed.walletsKobo - owed.heldKobo - owed.suspenseKobo };
}

/**
 * Suspense below zero is money that is owed to us. It is shown as a debt, so that it covers nothing.
 * @param balanceKobo of suspense. @param debtsKobo on the account of debts. @param hiddenKobo debts that suspense bears
 */
export function suspenseAndDebts(balanceKobo: bigint, debtsKobo: bigint, hiddenKobo: bigint) {
  const paidKobo = balanceKobo + hiddenKobo;
  return paidKobo < 0
    ? { suspenseKobo: 0n, debtsKobo: debtsKobo + hiddenKobo - paidKobo }
    : { suspenseKobo: paidKobo, debtsKobo: debtsKobo + hiddenKobo };
}

/** A power of two, so that the wallets of a block are a tree within the whole one. */
export const BLOCK_WALLETS = 1_024;

/** Wallets that follow each other in a list. */
export interface TreeBlock {
  readonly firstUser: string;
  readonly lastUser: string;
  readonly wallets: number;
  /** Root of their tree, in hex. */
  readonly hash: string;
}

/** Keeps one block in memory at a time. */
export class TreeBlocks {
  readonly complete: TreeBlock[] = [];
  private users: string[] = [];
  private leaves: Buffer[] = [];

  add(user: string, leaf: Buffer): void {
    this.users.push(user);
    this.leaves.push(leaf);
    if (this.leaves.length === BLOCK_WALLETS) this.end();
  }

  /** After the last wallet. */
  end(): readonly TreeBlock[] {
    const { users, leaves } = this;
    if (leaves.length > 0) {
      const [firstUser, lastUser] = [users[0]!, users.at(-1)!];
      this.complete.push({ firstUser, lastUser, wallets: leaves.length, hash: merkleRoot(leaves).toString('hex') });
    }
    [this.users, this.leaves] = [[], []];
    return this.complete;
  }
}

/**
 * The hashes from a leaf of a block to the root of the whole tree, and its place in it.
 * @param position of the block. @param index of the leaf in it
 */
export function pathThrough(blocks: readonly TreeBlock[], position: number, leaves: readonly Buffer[], index: number) {
  const hashes = blocks.map(({ hash }) => Buffer.from(hash, 'hex'));
  const path = [...inclusionPath(leaves, index), ...inclusionPath(hashes, position)];
  const before = blocks.slice(0, position).reduce((sum, { wallets }) => sum + wallets, 0);
  return {
    index: before + index,
    wallets: blocks.reduce((sum, { wallets }) => sum + wallets, 0),
    root: merkleRoot(hashes).toString('hex'),
    path: path.map((hash) => hash.toString('hex')),
  };
}

/** Debts that lay in suspense as negative amounts, as in versions before; contributed by the context that reverses deposits. */
export abstract class SuspenseDebts {
  /** @param end unix ms, exclusive */
  abstract before(end: number): Promise<Kobo>;
}

@Injectable()
export class HiddenDebts extends Registry<SuspenseDebts> {
  constructor(contributions: Contributions) {
    super(contributions, SuspenseDebts, 'one');
  }

  before(end: number): Promise<Kobo> {
    return this.entry.before(end);
  }
}

/** Salts that make the lines of a list unguessable. */
export abstract class LeafSalts {
  /** 32 bytes, the same for a day and a user. */
  abstract of(day: string, user: string): Buffer;
}

/** Trees over the lists of wallets that were made. */
export abstract class SafeguardingTrees {
  /** Replaces that of the same day. */
  abstract keep(day: string, blocks: readonly TreeBlock[]): Promise<void>;
  /** In their order; none where no list of the day was made. */
  abstract of(day: string): Promise<TreeBlock[]>;
}

/** The wallets of all users with their balances at the end of a day, in the order of their ids. */
@Injectable()
export class ListWallets {
  constructor(
    private readonly wallets: WalletBalances,
    private readonly salts: LeafSalts,
  ) {}

  /** @param day that is over, `YYYY-MM-DD`. @param within all where it is left out */
  async *execute(day: string, within?: AccountRange): AsyncIterable<ListedWallet> {
    const end = lagosMidnight(addDays(day, 1));
    for await (const portion of this.wallets.before(end, within))
      for (const { account: user, balanceKobo } of portion) yield { user, balanceKobo, salt: this.salts.of(day, user) };
  }
}

/** Proves that the balance of a user is counted in the list of a day; reads the wallets of one block. */
@Injectable()
export class ProveBalance {
  constructor(
    private readonly trees: SafeguardingTrees,
    private readonly listWallets: ListWallets,
  ) {}

  /** Undefined where no list of the day was made, or the wallet is not in it. @param day `YYYY-MM-DD` */
  async execute(user: string, day: string): Promise<BalanceProof | undefined> {
    const blocks = await this.trees.of(day);
    const position = blocks.findIndex(({ firstUser, lastUser }) => firstUser <= user && user <= lastUser);
    const block = blocks[position];
    if (!block) return undefined;
    const wallets: ListedWallet[] = [];
    const within = { after: blocks[position - 1]?.lastUser ?? '', upTo: block.lastUser };
    for await (const wallet of this.listWallets.execute(day, within)) wallets.push(wallet);
    const leaves = wallets.map((wallet) => leafOf(day, wallet));
    const index = wallets.findIndex((wallet) => wallet.user === user);
    // Another APP_KEY makes other salts.
    if (index === -1 || merkleRoot(leaves).toString('hex') !== block.hash) return undefined;
    return { ...lineOf(wallets[index]!), day, ...pathThrough(blocks, position, leaves, index) };
  }
}

export interface DayBalances {
  readonly walletsKobo: bigint;
  /** A debit is below zero, as the ledger has it. */
  readonly balances: ReadonlyMap<AccountId, Kobo>;
}

/** Balances at the end of a day, with each settlement on the day of its bank or provider, and not when staff booked it. */
@Injectable()
export class ValuedBalances {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
  ) {}

  async at(day: string): Promise<DayBalances> {
    const isOver = day < lagosDate(this.clock.now());
    const end = lagosMidnight(addDays(day, 1));
    const { accounts, walletsKobo } = await (isOver ? this.balances.past(end - 1) : this.balances.current());
    const balances = new Map(accounts.map(({ account, balanceKobo }) => [account, balanceKobo]));
    const shifts = await this.settlements.shifts(day, end);
    for (const [account, shift] of shifts) balances.set(account, kobo((balances.get(account) ?? 0) + shift));
    return { walletsKobo, balances };
  }
}

export interface ShownSafeguarding extends Coverage {
  readonly day: string;
}

/** Whether the money of users is there: wallets, held money and suspense against banks and providers. */
@Injectable()
export class ShowSafeguarding {
  constructor(
    private readonly valuedBalances: ValuedBalances,
    private readonly banks: BankAccounts,
    private readonly statements: BankStatements,
    private readonly statedBalances: StatedBalances,
    private readonly providers: ProviderRecordSources,
    private readonly hiddenDebts: HiddenDebts,
    private readonly clock: Clock,
  ) {}

  /** @param given undefined: today, as it is now */
  async execute(given: string | undefined): Promise<ShownSafeguarding> {
    const day = given ?? lagosDate(this.clock.now());
    const [{ balances, walletsKobo }, closing, stated, hiddenKobo] = await Promise.all([
      this.valuedBalances.at(day),
      this.statements.closing(day),
      this.statedBalances.of(day),
      this.hiddenDebts.before(lagosMidnight(addDays(day, 1))),
    ]);
    const of = (account: AccountId) => BigInt(balances.get(account) ?? 0);
    const held = [...balances].filter(([account]) => isHeldAccount(account)).map(([, balance]) => balance);
    const suspense = suspenseAndDebts(of(SUSPENSE_ACCOUNT), 0n - of(DEBTS_ACCOUNT), BigInt(hiddenKobo));
    const asset = (name: string, account: string, theirsKobo: Kobo | undefined) => ({
      name,
      bookKobo: kobo(0 - (balances.get(account) ?? 0)),
      theirsKobo,
    });
    return {
      day,
      ...coverageOf({
        walletsKobo,
        heldKobo: sumKobo(held),
        ...suspense,
        // We still owe owners the money that they gave up.
        suspenseKobo: suspense.suspenseKobo + of(UNCLAIMED_ACCOUNT),
        banks: this.banks.names.map((name) => asset(name, bankAccount(name), closing.get(name))),
        providers: this.providers.clearing.map(({ account, name }) => asset(name, account, stated.get(name))),
      }),
    };
  }
}

/** Looks once for each day that is over whether the money of users was there at its end, and tells staff where it was not. */
@Injectable()
export class WatchSafeguarding {
  /** Result of the last day that was checked; undefined before the first. */
  last: ShownSafeguarding | undefined;

  constructor(
    private readonly showSafeguarding: ShowSafeguarding,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** Undefined where the day was looked at before. */
  async execute(): Promise<ShownSafeguarding | undefined> {
    const day = addDays(lagosDate(this.clock.now()), -1);
    if (this.last?.day === day) return undefined;
    const shown = await this.showSafeguarding.execute(day);
    const { differenceKobo } = shown;
    if (differenceKobo < 0)
      await this.systemLogs.record({
        kind: 'error',
        key: `safeguarding:${day}`,
        description: `At the end of ${day} banks and providers had ${formatNaira(-differenceKobo)} less than is owed to users. control_safeguarding_fetch shows where; reconcile banks and providers.`,
      });
    this.last = shown;
    return shown;
  }
}
