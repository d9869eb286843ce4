import { createHmac, hash } from 'node:crypto';
import { kobo, type Kobo } from '../../kernel/money.js';
import type { AccountId } from './account.js';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import type { HoldEnding, Share, Submission, TakenCosts } from './hold-ending.js';
import type { Posting } from './journal.js';

/** submitted: the provider may have been told. */
export type HoldState = 'held' | 'submitted' | 'posted' | 'voided' | 'reversed';

export interface Hold {
  readonly subject: string;
  readonly kind: string;
  readonly account: AccountId;
  readonly payer: AccountId;
  readonly heldKobo: number;
  readonly leftKobo: number;
  readonly state: HoldState;
  /**
   * JSON of pairs of account and amount: while it is held the shares that were agreed, after that everything it was posted to. Of one
   * that went back to the payer, and that cost something, the costs alone, which add up to nothing.
   */
  readonly shares: string;
  /** Of `holdTerms`: what the provider may be told, and nothing else. Empty in holds from before they had them. */
  readonly terms: string;
  /** How often its costs were changed after it was over, so that no row of before is taken for it. */
  readonly version: number;
  readonly createdAt: number;
}

/** `seal`: an HMAC under a key of the chain, because a row is built upon only where the ledger wrote it. */
export interface StoredHold extends Hold {
  readonly keyId: string;
  readonly seal: string;
}

export function sealed(hold: Hold, key: ChainKey): StoredHold {
  return { ...hold, keyId: key.id, seal: holdSeal(hold, key) };
}

export function holdSeal(hold: Hold, { secret }: ChainKey): string {
  const { subject, kind, account, payer, heldKobo, leftKobo, state, shares, terms, version, createdAt } = hold;
  const fields = ['hold', subject, kind, account, payer, heldKobo, leftKobo, state, shares, createdAt];
  const later = version > 0 ? [terms, version] : terms === '' ? [] : [terms];
  const text = JSON.stringify([...fields, ...later]);
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function sharesText(shares: readonly Share[]): string {
  return JSON.stringify(shares.map(({ account, amountKobo }) => [account, amountKobo]));
}

export function sharesOf({ shares }: Pick<Hold, 'shares'>): Share[] {
  const pairs = JSON.parse(shares) as [AccountId, number][];
  return pairs.map(([account, amountKobo]) => ({ account, amountKobo: kobo(amountKobo) }));
}

type Terms = readonly (string | number | boolean)[];

/** Digests of what an order is for, which its row repeats, and of what its attempt has for its provider alone. */
export function holdTerms(order: Terms, attempt: Terms): string {
  return termsDigest(order) + termsDigest(attempt);
}

/** Whether an order is for what its hold says; also where that says nothing. */
export function isForTerms({ terms }: Pick<Hold, 'terms'>, order: Terms): boolean {
  return terms === '' || terms.startsWith(termsDigest(order));
}

function termsDigest(values: Terms): string {
  return hash('sha256', JSON.stringify(values), 'hex').slice(0, 32);
}

export function isEndable({ state }: Hold, { as }: HoldEnding): boolean {
  const isOpen = state === 'held' || state === 'submitted';
  return as === 'reverse' ? state === 'posted' : isOpen !== (as === 'costs');
}

/** Whether the provider may be told for the first time, or again under the same reference. */
export function isSubmittable({ state }: Hold, { isAgain = false }: Submission): boolean {
  return state === (isAgain ? 'submitted' : 'held');
}

/** The hold after its ending, and the postings of it; undefined where it posts to an account that the ending does not name, or was for something else. */
export function ended(hold: Hold, ending: HoldEnding): { readonly hold: Hold; readonly postings: Posting[] } | undefined {
  if (ending.as === 'hand on' && hold.terms !== '' && ending.instead !== hold.terms) return undefined;
  const moved = movementOf(hold, ending);
  const postings = moved.amounts.filter(({ amountKobo }) => amountKobo !== 0);
  if (postings.some(({ account }) => ending.notes[account] === undefined)) return undefined;
  return { hold: moved.hold, postings: postings.map((share) => ({ ...share, note: ending.notes[share.account]! })) };
}

interface Moved {
  readonly hold: Hold;
  readonly amounts: readonly Share[];
}

function movementOf(hold: Hold, ending: HoldEnding): Moved {
  const leftKobo = kobo(hold.leftKobo);
  const taken = { account: hold.account, amountKobo: kobo(-leftKobo) };
  switch (ending.as) {
    case 'post': {
      const amounts = withCosts(distributed(leftKobo, sharesOf(hold), ending.to, ending.toKobo), ending.to, ending.costs);
      return { hold: { ...hold, state: 'posted', leftKobo: 0, shares: sharesText(amounts) }, amounts: [taken, ...amounts] };
    }
    case 'void': {
      const costs = ending.costs ? costShares(ending.costs) : [];
      return {
        hold: { ...hold, state: 'voided', leftKobo: 0, ...(costs.length > 0 ? { shares: sharesText(costs) } : {}) },
        amounts: [taken, { account: hold.payer, amountKobo: leftKobo }, ...costs],
      };
    }
    case 'hand on': {
      const { to: account, shares, terms } = ending;
      return {
        hold: { ...hold, state: 'held', account, shares: sharesText(shares), terms },
        amounts: [taken, { account, amountKobo: leftKobo }],
      };
    }
    case 'reverse':
      return reversal(hold, ending.costs);
    case 'costs':
      return laterCosts(hold, ending.costs);
  }
}

function reversal(hold: Hold, costs: (HoldEnding & { as: 'reverse' })['costs']): Moved {
  const posted = sharesOf(hold);
  const rest = costs ? costShares({ ...costs, amountKobo: costs.amountKobo ?? costsIn(posted, costs.account) }) : [];
  const amounts = new Map<AccountId, number>();
  for (const { account, amountKobo } of rest) amounts.set(account, amountKobo);
  for (const { account, amountKobo } of posted) amounts.set(account, (amounts.get(account) ?? 0) - amountKobo);
  return {
    hold: { ...hold, state: 'reversed', ...(rest.length > 0 ? { shares: sharesText(rest) } : {}) },
    amounts: [
      ...[...amounts].map(([account, amountKobo]) => ({ account, amountKobo: kobo(amountKobo) })),
      { account: hold.payer, amountKobo: kobo(hold.heldKobo) },
    ],
  };
}

/** What a hold that went back to its payer cost; undefined where its row says what was agreed or posted, which adds up to something. */
export function keptCosts(hold: Hold): readonly Share[] | undefined {
  const shares = sharesOf(hold);
  const sumKobo = shares.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  const isBack = hold.state === 'voided' || hold.state === 'reversed';
  return isBack && shares.length > 0 && sumKobo === 0 ? shares : undefined;
}

/** Moves only the difference from the hold, which alone says what was booked before. */
function laterCosts(hold: Hold, costs: TakenCosts): Moved {
  const { account } = costs;
  const booked = hold.state === 'posted' ? sharesOf(hold) : (keptCosts(hold) ?? []);
  const moved = costShares({ ...costs, amountKobo: kobo(costs.amountKobo - costsIn(booked, account)) });
  const amounts = new Map<AccountId, number>(booked.map((share) => [share.account, share.amountKobo]));
  for (const share of moved) amounts.set(share.account, (amounts.get(share.account) ?? 0) + share.amountKobo);
  const shares = [...amounts].map(([each, amountKobo]) => ({ account: each, amountKobo: kobo(amountKobo) }));
  return { hold: { ...hold, version: hold.version + 1, shares: sharesText(shares) }, amounts: moved };
}

function costsIn(shares: readonly Share[], account: AccountId): Kobo {
  return kobo(-(shares.find((share) => share.account === account)?.amountKobo ?? 0));
}

function costShares({ by, account, amountKobo }: TakenCosts): Share[] {
  if (amountKobo === 0) return [];
  return [
    { account, amountKobo: kobo(-amountKobo) },
    { account: by, amountKobo },
  ];
}

function withCosts(amounts: readonly Share[], to: AccountId, costs: Share | undefined): readonly Share[] {
  if (!costs) return amounts;
  const owed = amounts.map((share) =>
    share.account === to ? { ...share, amountKobo: kobo(share.amountKobo + costs.amountKobo) } : share,
  );
  return [...owed, { ...costs, amountKobo: kobo(-costs.amountKobo) }];
}

/** One amount for each account, which add up to `leftKobo`. */
function distributed(leftKobo: number, agreed: readonly Share[], to: AccountId, toKobo: Kobo | undefined): Share[] {
  const amounts = new Map<AccountId, number>([[to, 0]]);
  const add = (account: AccountId, amountKobo: number) => amounts.set(account, (amounts.get(account) ?? 0) + amountKobo);
  for (const { account, amountKobo } of agreed) add(account, amountKobo);
  const restKobo = leftKobo - agreed.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  add(to, toKobo ?? restKobo);
  const [first] = agreed;
  if (toKobo !== undefined) add(first?.account ?? to, restKobo - toKobo);
  return [...amounts].map(([account, amountKobo]) => ({ account, amountKobo: kobo(amountKobo) }));
}
