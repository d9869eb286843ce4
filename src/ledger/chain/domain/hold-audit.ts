import { isHeldAccount } from '../../domain/account.js';
import type { ChainKey, PostedJournal } from './hash-chain.js';
import type { Share } from '../../domain/hold-ending.js';
import { type Hold, holdSeal, keptCosts, sharesOf, type StoredHold } from '../../domain/hold.js';
import { ENDING_KINDS } from '../../domain/hold-ending.js';
import { HOLD_KINDS } from '../../domain/journal.js';
import { withheld, wrong, type WrongRow } from './stored-rows.js';

/** What a hold was in the beginning, beside its accounts. */
const HELD_IN_ALL = '';
const MOVING_KINDS: ReadonlySet<string> = new Set([...HOLD_KINDS, ENDING_KINDS.post, ENDING_KINDS.void, ENDING_KINDS['hand on']]);

export type Movement = readonly [account: string, amountKobo: number];

type HeldLines = Pick<PostedJournal, 'kind' | 'lines'>;

/** Whether held money is moved by a journal that neither holds nor ends. */
export function movesHeldWrongly({ kind, lines }: HeldLines): boolean {
  return !MOVING_KINDS.has(kind) && lines.some(({ account }) => isHeldAccount(account));
}

/** What a journal moves of the hold of its subject; nothing where it neither holds nor ends. */
export function movementsOf({ kind, lines }: HeldLines): Movement[] {
  const held = lines.find(({ account }) => isHeldAccount(account));
  if (!held && kind !== ENDING_KINDS.reverse && kind !== ENDING_KINDS.costs) return [];
  const moved = lines.map(({ account, amountKobo }): Movement => [account, amountKobo]);
  return held && HOLD_KINDS.includes(kind) ? [...moved, [HELD_IN_ALL, held.amountKobo]] : moved;
}

/** What the journals of a hold must have moved, as its row says; nothing where it cannot be read, which its seal betrays. */
export function movementsIn(hold: Hold): Movement[] {
  try {
    return readMovements(hold);
  } catch {
    return [];
  }
}

function readMovements(hold: Hold): Movement[] {
  const { account, payer, heldKobo, leftKobo, state } = hold;
  const paid: Movement[] = [
    [HELD_IN_ALL, heldKobo],
    [payer, -heldKobo],
  ];
  switch (state) {
    case 'held':
    case 'submitted':
      return [...paid, [account, leftKobo]];
    case 'posted':
      return [...paid, [account, leftKobo], ...sharedOut(sharesOf(hold))];
    case 'voided':
    case 'reversed':
      return [[HELD_IN_ALL, heldKobo], [account, leftKobo], ...sharedOut(keptCosts(hold) ?? [])];
    default:
      throw new Error('a state that the ledger does not write');
  }
}

function sharedOut(shares: readonly Share[]): Movement[] {
  return shares.map(({ account, amountKobo }) => [account, amountKobo]);
}

/** A row that the ledger did not write. */
export function wrongSeal(hold: StoredHold, keys: ReadonlyMap<string, ChainKey>): WrongRow | undefined {
  const key = keys.get(hold.keyId);
  if (!key) return wrong('ledger_hold', hold.subject, 'key_id', 'a key of this installation', hold.keyId || 'none');
  const seal = holdSeal(hold, key);
  return hold.seal === seal ? undefined : wrong('ledger_hold', hold.subject, 'seal', withheld(seal), hold.seal);
}

export class MovedAmounts {
  private readonly amounts = new Map<string, number>();

  add(movements: readonly Movement[], sign: 1 | -1 = 1): void {
    for (const [account, amountKobo] of movements)
      this.amounts.set(account, (this.amounts.get(account) ?? 0) + sign * amountKobo);
  }

  /** The accounts of which the row says something else. */
  *differencesFrom(hold: Hold): Generator<WrongRow> {
    const said = new MovedAmounts();
    said.add(movementsIn(hold));
    for (const account of new Set([...this.amounts.keys(), ...said.amounts.keys()])) {
      const [moved, inRow] = [this.amounts.get(account) ?? 0, said.amounts.get(account) ?? 0];
      if (moved === inRow) continue;
      const [column, at] = isHeldAccount(account)
        ? (['left_kobo', `${account}: `] as const)
        : account === HELD_IN_ALL
          ? (['held_kobo', ''] as const)
          : (['state', `${account}: `] as const);
      yield wrong('ledger_hold', hold.subject, column, `${at}${moved}`, `${at}${inRow}`);
    }
  }

  get isNothing(): boolean {
    return [...this.amounts.values()].every((amount) => amount === 0);
  }
}
