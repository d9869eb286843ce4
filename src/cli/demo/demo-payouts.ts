import { ResolveAccount, SandboxPayouts } from '../../contexts/banks/index.js';
import { CreatePayee, type PayeeTarget } from '../../contexts/payees/index.js';
import { AskPayoutNow, CreatePayout, Payouts } from '../../contexts/payouts/index.js';
import { type MoneyCaller, Replayed } from '../../kernel/caller.js';
import { naira } from '../../kernel/money.js';
import type { ServiceContext } from '../service-context.js';
import type { DemoUser } from './demo-user.js';

/** An account at a bank, with our code of the bank. */
export interface DemoAccount {
  readonly code: string;
  /** The sandbox decides the outcome by the last digits. */
  readonly account: string;
}

export interface DemoCallers {
  idOf(user: DemoUser): string;
  callerOf(user: DemoUser, action: string): MoneyCaller;
}

/** Whom users pay at banks, and whom they save to pay again. */
export class DemoPayouts {
  /** Keyed by user and label. */
  private readonly payees = new Map<string, string>();

  constructor(
    private readonly context: ServiceContext,
    private readonly users: DemoCallers,
  ) {}

  async save(user: DemoUser, label: string, target: PayeeTarget): Promise<void> {
    const caller = this.users.callerOf(user, 'user_payee_create');
    this.payees.set(`${user.email} ${label}`, await (await this.context.get(CreatePayee)).execute(target, label, caller));
  }

  /** @param to a saved payee by its label, or an account */
  async pay(user: DemoUser, to: string | DemoAccount, amountNaira: number, note: string): Promise<void> {
    const caller = this.users.callerOf(user, 'user_payout_create');
    const order = { amountKobo: naira(amountNaira), note, pin: undefined, again: false };
    const createPayout = await this.context.get(CreatePayout);
    const destination =
      typeof to === 'string' ? { payee: this.payees.get(`${user.email} ${to}`) } : await this.named(caller.userId, to);
    const ordered = await createPayout.execute({ ...destination, ...order }, caller);
    if (ordered instanceof Replayed) throw new Error('a new request was answered before');
  }

  /** The bank returns the last payout of the user. */
  async giveBack(user: DemoUser): Promise<void> {
    const payouts = await this.context.get(Payouts);
    const { items } = await payouts.list({ userId: this.users.idOf(user) }, { before: undefined, size: 1 });
    const { id, reference } = items[0]!;
    await (await this.context.get(SandboxPayouts)).end(reference, 'returned');
    await (await this.context.get(AskPayoutNow)).execute(id);
  }

  private async named(userId: string, { code, account }: DemoAccount) {
    const { name } = await (await this.context.get(ResolveAccount)).execute(userId, code, account);
    return { code, account, name };
  }
}
