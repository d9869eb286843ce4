import { createHmac } from 'node:crypto';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import type { AccountId } from './account.js';
import type { JournalKind } from './journal.js';

/** Money of a wallet that its owner may not pay out: by a balance limit, a lien or a freeze. */
export interface Block {
  readonly id: string;
  /** Undefined: all that is there, and all that comes. */
  readonly amountKobo: number | undefined;
  /** Exclusive, by the ledger's time; undefined: until it is lifted. */
  readonly untilMs: number | undefined;
}

/** The block of what came beyond the balance limit. */
export const BEYOND_LIMIT = 'balance_limit';
/** The block of an owner who switched payments out of the account off. */
export const PAYMENTS_OFF = 'payments_off';

/** All blocks of a wallet, as its row has them. */
export interface Blocks {
  /** Of the row, so that none of before is taken for it. */
  readonly version: number;
  readonly list: readonly Block[];
}

export type BlockChange =
  /** Adds a block, or replaces the one with its id. */
  | { readonly account: AccountId; readonly block: Block }
  | { readonly account: AccountId; readonly lift: string }
  /** Of what came beyond the balance limit, only what is beyond this one stays blocked; undefined: nothing. */
  | { readonly account: AccountId; readonly allowedKobo: number | undefined };

/** What only the owner of the debited wallet orders. */
const OF_OWNERS: ReadonlySet<string> = new Set(['transfer', 'purchase', 'payout', 'giving_up'] satisfies JournalKind[]);

export function isOfOwner(kind: JournalKind): boolean {
  return OF_OWNERS.has(kind);
}

/** May be more than the balance. */
export function blockedKobo({ list }: Blocks, now: number): number {
  return list.reduce((sum, block) => (isOver(block, now) ? sum : sum + (block.amountKobo ?? Infinity)), 0);
}

/** Without those that are over. @param balanceKobo of the wallet now */
export function changedBlocks(blocks: Blocks | undefined, change: BlockChange, balanceKobo: number, now: number): Blocks {
  const current = (blocks?.list ?? []).filter((block) => !isOver(block, now));
  const without = (id: string) => current.filter((block) => block.id !== id);
  if ('block' in change) return next(blocks, [...without(change.block.id), change.block]);
  if ('lift' in change) return next(blocks, without(change.lift));
  const beyondKobo = Math.max(0, balanceKobo - (change.allowedKobo ?? Infinity));
  return next(blocks, [...without(BEYOND_LIMIT), ...beyond(Math.min(beyondAmount(current), beyondKobo))]);
}

/** With more that came beyond the balance limit. */
export function withBeyond(blocks: Blocks | undefined, amountKobo: number): Blocks {
  const { list = [] } = blocks ?? {};
  return next(blocks, [...list.filter(({ id }) => id !== BEYOND_LIMIT), ...beyond(beyondAmount(list) + amountKobo)]);
}

function next(blocks: Blocks | undefined, list: readonly Block[]): Blocks {
  return { version: (blocks?.version ?? 0) + 1, list };
}

function beyond(amountKobo: number): Block[] {
  return amountKobo === 0 ? [] : [{ id: BEYOND_LIMIT, amountKobo, untilMs: undefined }];
}

function beyondAmount(list: readonly Block[]): number {
  return list.find(({ id }) => id === BEYOND_LIMIT)?.amountKobo ?? 0;
}

function isOver({ untilMs }: Block, now: number): boolean {
  return untilMs !== undefined && untilMs <= now;
}

/** As it stands in the row: a key of the chain, an HMAC under it, and JSON. */
export function blocksText(account: AccountId, { version, list }: Blocks, key: ChainKey): string {
  const json = JSON.stringify(list.map(({ id, amountKobo = null, untilMs = null }) => [id, amountKobo, untilMs]));
  return `${key.id}:${seal(account, version, json, key)}:${json}`;
}

/** @param text `<version>:<blocksText>` @param keyOf undefined where this process does not have the key @returns undefined where the ledger did not write it */
export function provedBlocks(account: AccountId, text: string, keyOf: (id: string) => ChainKey | undefined): Blocks | undefined {
  const [version, keyId = '', mac] = text.split(':');
  const key = keyOf(keyId);
  const isProved = key && seal(account, Number(version), text.slice(text.indexOf('[')), key) === mac;
  return isProved ? readBlocks(text) : undefined;
}

/** The same without proof, to be shown. */
export function readBlocks(text: string): Blocks {
  const rows = JSON.parse(text.slice(text.indexOf('['))) as [string, number | null, number | null][];
  const list = rows.map(([id, amount, until]) => ({ id, amountKobo: amount ?? undefined, untilMs: until ?? undefined }));
  return { version: Number.parseInt(text, 10), list };
}

function seal(account: AccountId, version: number, json: string, { secret }: ChainKey): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['blocks', account, version, json]))
    .digest('hex');
}
