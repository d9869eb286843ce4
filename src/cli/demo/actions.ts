import { ResolveAccount, SandboxPayouts } from '../../contexts/banks/index.js';
import { CreatePayee, type PayeeTarget } from '../../contexts/payees/index.js';
import { AskPayoutNow, CreatePayout, Payouts } from '../../contexts/payouts/index.js';
import { type MoneyCaller, Replayed, type IdempotencyKey } from '../../kernel/caller.js';
import { naira, type Kobo } from '../../kernel/money.js';
import type { ServiceContext } from '../service-context.js';
import type { DemoUser } from './people.js';
import { BuyAirtime, PayBill, Purchases } from '../../contexts/purchases/index.js';
import { Catalogue } from '../../contexts/catalogue/index.js';
import {
  CollectPayments,
  CreateDepositOrder,
  DepositProviders,
  type PaymentAtSandbox,
  SandboxBank,
} from '../../contexts/deposits/index.js';
import { CloseAccount } from '../../contexts/accounts/index.js';
import { Verifications } from '../../contexts/identity/index.js';
import { LogIn, RegisterUser, Users } from '../../contexts/sign-in/index.js';
import { CreateTransfer } from '../../contexts/transfers/index.js';
import { newId } from '../../kernel/ids.js';

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

const LOOPBACK = '127.0.0.1';

/** Demonstration actions, performed by the service's own use cases. */
export class DemoActions {
  private readonly ids = new Map<string, string>();
  private readonly transactions = new Map<string, string>();
  readonly payouts: DemoPayouts;

  constructor(
    private readonly context: ServiceContext,
    private readonly password: string,
  ) {
    this.payouts = new DemoPayouts(context, this);
  }

  async register({ firstName, lastName, email }: DemoUser, inviter?: DemoUser): Promise<void> {
    const referrer = inviter && (await (await this.context.get(Users)).findByEmail(inviter.email))?.referenceId;
    const registration = { firstName, lastName, email, password: this.password, referrer };
    const device = deviceOf(firstName, email);
    const registerUser = await this.context.get(RegisterUser);
    const { userId } = await registerUser.execute(registration, { ip: LOOPBACK, device, push: undefined });
    this.ids.set(email, userId);
  }

  async signIn({ firstName, email }: DemoUser): Promise<void> {
    const device = deviceOf(firstName, email);
    await (await this.context.get(LogIn)).execute(email, { password: this.password }, { ip: LOOPBACK, device, push: undefined });
  }

  /** Has the authority asked for the BVN. */
  async identify(user: DemoUser, bvn: string): Promise<void> {
    const submission = { type: 'bvn', number: bvn, birth: '1990-05-14', hasConsent: true } as const;
    await (await this.context.get(Verifications)).submit(submission, this.callerOf(user, 'user_identity_submit'));
  }

  /** Orders a deposit and pays it; `unpaid` leaves the order open. */
  async deposit(user: DemoUser, amountNaira: number, payment: 'paid' | 'unpaid' = 'paid'): Promise<void> {
    const order = await this.orderDeposit(user, amountNaira);
    if (payment === 'paid') await this.pay(user, naira(amountNaira), order);
  }

  /** Another amount comes than was ordered. */
  async shortDeposit(user: DemoUser, orderedNaira: number, paidNaira: number): Promise<void> {
    await this.pay(user, naira(paidNaira), await this.orderDeposit(user, orderedNaira));
  }

  async takeBack({ email }: DemoUser): Promise<void> {
    const transactionId = this.transactions.get(email)!;
    await (await this.context.get(SandboxBank)).reverse(transactionId);
    await this.collect(transactionId);
  }

  /** Into an account that no order has. */
  async strayPayment(amountNaira: number, payerName: string): Promise<void> {
    const payment = { transactionId: newId(), amountKobo: naira(amountNaira), payerName, accountNumber: '9900000000' };
    await this.receive(payment);
  }

  async close(user: DemoUser): Promise<void> {
    const caller = this.callerOf(user, 'user_profile_delete');
    await (await this.context.get(CloseAccount)).execute(caller, this.password, false);
  }

  async undecidedOf(user: DemoUser): Promise<string> {
    const { items } = await (await this.context.get(Purchases)).list(this.idOf(user), { before: undefined, size: 50 }, false);
    const undecided = items.find(({ status }) => status === 'pending');
    if (!undecided) throw new Error(`${user.email} has no undecided purchase`);
    return undecided.id;
  }

  async transfer(from: DemoUser, to: DemoUser, amountNaira: number, note: string): Promise<void> {
    const order = { recipient: to.email, amountKobo: naira(amountNaira), note };
    const createTransfer = await this.context.get(CreateTransfer);
    await createTransfer.execute(order, this.callerOf(from, 'user_transfer_create'));
  }

  async buyAirtime(user: DemoUser, network: string, amountNaira: number, phone = user.phone): Promise<void> {
    const { amountKobo, ...item } = await this.itemOf(`${network}-airtime-vtu`, amountNaira);
    const request = { ...item, amountKobo, phone, network, kind: 'vtu' } as const;
    await (await this.context.get(BuyAirtime)).execute(request, this.callerOf(user, 'service_airtime_purchase'), { again: true });
  }

  async payBill(user: DemoUser, itemId: string, customerId: string, amountNaira?: number): Promise<void> {
    const request = { ...(await this.itemOf(itemId, amountNaira)), customerId };
    const customer = { name: undefined, address: undefined, mobile: undefined };
    await (
      await this.context.get(PayBill)
    ).execute(request, customer, this.callerOf(user, 'service_bill_payment'), { again: true });
  }

  private async orderDeposit(user: DemoUser, amountNaira: number) {
    const userId = this.idOf(user);
    const request = requestOf(userId, 'user_deposit_order_create');
    const createOrder = await this.context.get(CreateDepositOrder);
    return fresh(await createOrder.execute({ userId, amountKobo: naira(amountNaira) }, request));
  }

  private async pay(user: DemoUser, amountKobo: Kobo, order: { accountNumber: string }): Promise<void> {
    const { accountNumber } = order;
    const payment = { transactionId: newId(), amountKobo, payerName: `${user.firstName} ${user.lastName}`, accountNumber };
    this.transactions.set(user.email, payment.transactionId);
    await this.receive(payment);
  }

  private async receive(payment: PaymentAtSandbox): Promise<void> {
    await (await this.context.get(SandboxBank)).receive(payment);
    await this.collect(payment.transactionId);
  }

  private async collect(transactionId: string): Promise<void> {
    const sandbox = (await this.context.get(DepositProviders)).find('sandbox')!;
    await (await this.context.get(CollectPayments)).execute(sandbox, { transactionId });
  }

  /** @param amountNaira undefined: the item's fixed price */
  private async itemOf(itemId: string, amountNaira: number | undefined) {
    const catalogue = await (await this.context.get(Catalogue)).current();
    const item = catalogue.item(itemId);
    const biller = item && catalogue.biller(item.billerId);
    const amountKobo = amountNaira === undefined ? item?.price.fixed && item.price.amountKobo : naira(amountNaira);
    if (!item || !biller || !amountKobo) throw new Error(`the sandbox sells no ${itemId} for this amount`);
    const { billerId, categoryId } = biller;
    return { amountKobo, itemId, itemName: item.name, paymentCode: item.paymentCode, billerId, categoryId };
  }

  callerOf(user: DemoUser, action: string): MoneyCaller {
    const userId = this.idOf(user);
    const visitor = { sessionId: 'demo', isTest: false, grants: undefined, ip: LOOPBACK, reference: 'demo' };
    return { ...visitor, userId, idempotencyKey: requestOf(userId, action) };
  }

  idOf({ email }: DemoUser): string {
    const id = this.ids.get(email);
    if (!id) throw new Error(`${email} has not registered`);
    return id;
  }
}

function deviceOf(firstName: string, email: string) {
  return { type: 'Android', serial: `demo-${email}`, name: `${firstName}'s phone` };
}

function requestOf(scope: string, action: string): IdempotencyKey {
  return { scope, action, key: `demo-${newId()}`, fingerprint: 'demo' };
}

function fresh<Answer>(answer: Answer | Replayed): Answer {
  if (answer instanceof Replayed) throw new Error('a new request was answered before');
  return answer;
}
