import { newId } from '../../../../src/kernel/ids.js';
import { kobo } from '../../../../src/kernel/money.js';
import {
  ADJUSTMENTS_ACCOUNT,
  BAD_DEBTS_ACCOUNT,
  depositClearing,
  DEBTS_ACCOUNT,
  DUTIES_ACCOUNT,
  endingJournal,
  FEES_ACCOUNT,
  type Journal,
  providerClearing,
  providerCosts,
  providerHeld,
  SUSPENSE_ACCOUNT,
  VAT_ACCOUNT,
} from '../../../../src/ledger/index.js';
import { request } from '../../../support/ledger-fixture.js';
import type { Desk } from './desk.js';

/** What is kept beside the ledger, to be compared with it: every figure is counted here by itself. */
export class Business {
  vatKobo = 0;
  dutiesKobo = 0;
  walletsKobo = 0;
  heldKobo = 0;
  readonly users: string[] = [];
  readonly balances = new Map<string, number>();
  /** What each provider has of ours, as it counts it. */
  readonly theirs = new Map<string, number>();
  private readonly pending: {
    readonly id: string;
    readonly user: string;
    readonly provider: string;
    readonly amounts: Charged;
  }[] = [];
  private readonly delivered: {
    readonly id: string;
    readonly user: string;
    readonly provider: string;
    readonly amounts: Charged;
  }[] = [];

  /** What each stranger paid and each user owes; never one number for two of them. */
  private readonly strangers: number[] = [];
  private readonly debts: { readonly user: string; readonly amountKobo: number }[] = [];

  constructor(
    private readonly desk: Desk,
    private readonly pick: (below: number) => number,
  ) {}

  get suspenseKobo(): number {
    return this.strangers.reduce((sum, each) => sum + each, 0);
  }

  get debtsKobo(): number {
    return this.debts.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  }

  async open(count: number): Promise<void> {
    for (let index = 0; index < count; index++) this.users.push(await this.desk.books.wallet(0));
  }

  /** @returns what the provider keeps of it */
  async deposit(provider: string, amountKobo: number, feeKobo: number): Promise<void> {
    const user = this.someone();
    await this.post('deposit', [
      [depositClearing(provider), feeKobo - amountKobo],
      [providerCosts(provider), 0 - feeKobo],
      [user, amountKobo],
    ]);
    this.credit(user, amountKobo);
    this.at(provider, amountKobo - feeKobo);
  }

  /** Money that no order is known for. */
  async stray(provider: string, amountKobo: number): Promise<void> {
    await this.post('deposit', [
      [depositClearing(provider), 0 - amountKobo],
      [SUSPENSE_ACCOUNT, amountKobo],
    ]);
    this.strangers.push(amountKobo);
    this.at(provider, amountKobo);
  }

  /** The oldest payment of a stranger turns out to be for a user. */
  async assign(): Promise<void> {
    const amountKobo = this.strangers.shift();
    if (amountKobo === undefined) return;
    const user = this.someone();
    await this.post('adjustment', [
      [SUSPENSE_ACCOUNT, 0 - amountKobo],
      [user, amountKobo],
    ]);
    this.credit(user, amountKobo);
  }

  /** A provider takes back a deposit: from the wallet, and as a debt where that has less. */
  async reversal(provider: string, amountKobo: number): Promise<void> {
    const user = this.someone();
    const isOwed = (this.balances.get(user) ?? 0) < amountKobo;
    if (isOwed) this.debts.push({ user, amountKobo });
    else this.credit(user, 0 - amountKobo);
    await this.post('reversal', [
      [isOwed ? DEBTS_ACCOUNT : user, 0 - amountKobo],
      [depositClearing(provider), amountKobo],
    ]);
    this.at(provider, 0 - amountKobo);
  }

  /** Ends the oldest debt: from the wallet of who owes it where that has the money, else as an expense. */
  async endDebt(): Promise<void> {
    const debt = this.debts.shift();
    if (!debt) return;
    const { user, amountKobo } = debt;
    const isPaid = (this.balances.get(user) ?? 0) >= amountKobo;
    if (isPaid) this.credit(user, 0 - amountKobo);
    await this.post('adjustment', [
      [isPaid ? user : BAD_DEBTS_ACCOUNT, 0 - amountKobo],
      [DEBTS_ACCOUNT, amountKobo],
    ]);
  }

  async adjust(amountKobo: number): Promise<void> {
    const user = this.someone();
    await this.post('adjustment', [
      [ADJUSTMENTS_ACCOUNT, 0 - amountKobo],
      [user, amountKobo],
    ]);
    this.credit(user, amountKobo);
  }

  /** With a fee, value added tax and stamp duty, as the law has them; nothing where nobody has so much. */
  async transfer(amountKobo: number, feeKobo: number): Promise<void> {
    const [from, to] = [this.someone(), this.someone()];
    const [vat, duty] = [vatOf(feeKobo), amountKobo >= 1_000_000 ? 5_000 : 0];
    const total = amountKobo + feeKobo + vat + duty;
    if (from === to || (this.balances.get(from) ?? 0) < total) return;
    // At once, because others may spend beside it.
    this.credit(from, 0 - total);
    await this.post('transfer', [
      [from, 0 - total],
      [to, amountKobo],
      [FEES_ACCOUNT, feeKobo],
      [VAT_ACCOUNT, vat],
      [DUTIES_ACCOUNT, duty],
    ]);
    this.credit(to, amountKobo);
    this.vatKobo += vat;
    this.dutiesKobo += duty;
  }

  /** Held until `decide`. */
  async purchase(provider: string, costKobo: number, surchargeKobo: number): Promise<void> {
    const user = this.someone();
    const vat = vatOf(surchargeKobo);
    const total = costKobo + surchargeKobo + vat;
    if ((this.balances.get(user) ?? 0) < total) return;
    this.credit(user, 0 - total);
    const id = newId();
    const holds = [
      { account: FEES_ACCOUNT, amountKobo: kobo(surchargeKobo) },
      { account: VAT_ACCOUNT, amountKobo: kobo(vat) },
    ].filter(({ amountKobo }) => amountKobo !== 0);
    const journal = this.journal('purchase', [
      [user, 0 - total],
      [providerHeld(provider), total],
    ]);
    await this.commit({ ...journal, subject: id, holds });
    this.heldKobo += total;
    this.pending.push({ id, user, provider, amounts: { costKobo, total, vat } });
  }

  /** Ends the oldest purchase that is held. */
  async decide(isDelivered: boolean): Promise<void> {
    const purchase = this.pending.shift();
    if (!purchase) return;
    const { id, user, provider, amounts } = purchase;
    const notes = notesOf(purchase);
    const ends = isDelivered
      ? ({ as: 'post', to: providerClearing(provider), notes } as const)
      : ({ as: 'void', notes } as const);
    await this.commit(endingJournal(id, ends));
    this.heldKobo -= amounts.total;
    if (!isDelivered) return this.credit(user, amounts.total);
    this.vatKobo += amounts.vat;
    this.at(provider, 0 - amounts.costKobo);
    this.delivered.push(purchase);
  }

  async decideAll(): Promise<void> {
    while (this.pending.length > 0) await this.decide(true);
  }

  /** A delivery fails after all, with its tax. */
  async takeBack(): Promise<void> {
    const purchase = this.delivered.pop();
    if (!purchase) return;
    const { id, user, provider, amounts } = purchase;
    await this.commit(endingJournal(id, { as: 'reverse', notes: notesOf(purchase) }));
    this.credit(user, amounts.total);
    this.vatKobo -= amounts.vat;
    this.at(provider, amounts.costKobo);
  }

  at(provider: string, amountKobo: number): void {
    this.theirs.set(provider, (this.theirs.get(provider) ?? 0) + amountKobo);
  }

  private someone(): string {
    return this.users[this.pick(this.users.length)]!;
  }

  private credit(user: string, amountKobo: number): void {
    this.balances.set(user, (this.balances.get(user) ?? 0) + amountKobo);
    this.walletsKobo += amountKobo;
  }

  private journal(kind: Journal['kind'], amounts: readonly (readonly [string, number])[]): Journal {
    const id = newId();
    const postings = amounts
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => ({ account, amountKobo: kobo(amount), note: '' }));
    return { id, kind, subject: id, postings };
  }

  private post(kind: Journal['kind'], amounts: readonly (readonly [string, number])[]): Promise<void> {
    return this.commit(this.journal(kind, amounts));
  }

  private async commit(journal: Journal): Promise<void> {
    const committed = await this.desk.ledger.commit({ idempotencyKey: request(), journal, response: null });
    if (typeof committed === 'string' || !('committedAt' in committed)) throw new Error('not committed');
  }
}

/** Names each account that the end of a purchase may move. */
function notesOf({ user, provider }: { readonly user: string; readonly provider: string }): Readonly<Record<string, string>> {
  const accounts = [user, providerHeld(provider), providerClearing(provider), FEES_ACCOUNT, VAT_ACCOUNT];
  return Object.fromEntries(accounts.map((account) => [account, 'purchase']));
}

interface Charged {
  readonly costKobo: number;
  readonly total: number;
  readonly vat: number;
}

/** 7.5 percent, rounded half up. */
function vatOf(kobos: number): number {
  return Math.floor((kobos * 75 + 500) / 1_000);
}

/** Numbers that are the same in each run. */
export function pickerOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
