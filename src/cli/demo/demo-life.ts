import { BuyAirtime } from '../../contexts/billing/application/buy-airtime.js';
import { PayBill } from '../../contexts/billing/application/pay-bill.js';
import { Catalogue } from '../../contexts/billing/application/ports/catalogue.js';
import { SandboxBank } from '../../contexts/deposits/adapters/sandbox/sandbox-bank.js';
import { CreateDepositOrder } from '../../contexts/deposits/application/create-deposit-order.js';
import { CreditPayment } from '../../contexts/deposits/application/credit-payment.js';
import { RegisterUser } from '../../contexts/identity/application/register-user.js';
import { Users } from '../../contexts/identity/index.js';
import { CreateTransfer } from '../../contexts/transfers/application/create-transfer.js';
import { type MoneyCaller, type IdempotencyKey, Replayed } from '../../kernel/caller.js';
import { newId } from '../../kernel/ids.js';
import { type Kobo, naira } from '../../kernel/money.js';
import type { Tool } from '../tool.js';

export interface DemoPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** As a phone has it. */
  readonly phone: string;
}

const LOOPBACK = '127.0.0.1';

/** What people do with their wallets, done by the service's own use cases. */
export class DemoLife {
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly tool: Tool,
    private readonly password: string,
  ) {}

  async register({ firstName, lastName, email }: DemoPerson, inviter?: DemoPerson): Promise<void> {
    const referrer = inviter && (await (await this.tool.get(Users)).findByEmail(inviter.email))?.referenceId;
    const registration = { firstName, lastName, email, password: this.password, referrer };
    const device = { type: 'Android', serial: `demo-${email}`, name: `${firstName}'s phone` };
    const registerUser = await this.tool.get(RegisterUser);
    const { userId } = await registerUser.execute(registration, { ip: LOOPBACK, device, push: undefined });
    this.ids.set(email, userId);
  }

  /** Orders a deposit and pays it; `unpaid` leaves the order open. */
  async deposit(person: DemoPerson, amountNaira: number, payment: 'paid' | 'unpaid' = 'paid'): Promise<void> {
    const userId = this.idOf(person);
    const amountKobo = naira(amountNaira);
    const request = requestOf(userId, 'user_deposit_order_create');
    const createOrder = await this.tool.get(CreateDepositOrder);
    const order = fresh(await createOrder.execute({ userId, amountKobo }, request));
    if (payment === 'paid') await this.pay(person, amountKobo, order);
  }

  async transfer(from: DemoPerson, to: DemoPerson, amountNaira: number, note: string): Promise<void> {
    const senderId = this.idOf(from);
    const order = { senderId, recipient: to.email, amountKobo: naira(amountNaira), note };
    const createTransfer = await this.tool.get(CreateTransfer);
    await createTransfer.execute(order, requestOf(senderId, 'user_transfer_create'));
  }

  async buyAirtime(person: DemoPerson, network: string, amountNaira: number, phone = person.phone): Promise<void> {
    const { amountKobo, ...item } = await this.itemOf(`${network}-airtime-vtu`, amountNaira);
    const request = { ...item, amountKobo, phone, network, kind: 'vtu' } as const;
    await (await this.tool.get(BuyAirtime)).execute(request, this.callerOf(person, 'service_airtime_purchase'));
  }

  async payBill(person: DemoPerson, itemId: string, customerId: string, amountNaira?: number): Promise<void> {
    const request = { ...(await this.itemOf(itemId, amountNaira)), customerId };
    const customer = { name: undefined, address: undefined, mobile: undefined };
    await (await this.tool.get(PayBill)).execute(request, customer, this.callerOf(person, 'service_bill_payment'));
  }

  private async pay(person: DemoPerson, amountKobo: Kobo, order: { id: string; accountNumber: string }): Promise<void> {
    const { accountNumber } = order;
    const payment = { transactionId: newId(), amountKobo, payerName: `${person.firstName} ${person.lastName}`, accountNumber };
    await (await this.tool.get(SandboxBank)).receive(payment);
    await (await this.tool.get(CreditPayment)).execute('sandbox', { ...payment, reference: order.id, receivedAt: undefined });
  }

  /** @param amountNaira undefined: the item's fixed price */
  private async itemOf(itemId: string, amountNaira: number | undefined) {
    const catalogue = await (await this.tool.get(Catalogue)).current();
    const item = catalogue.item(itemId);
    const biller = item && catalogue.biller(item.billerId);
    const amountKobo = amountNaira === undefined ? item?.price.fixed && item.price.amountKobo : naira(amountNaira);
    if (!item || !biller || !amountKobo) throw new Error(`the sandbox sells no ${itemId} for this amount`);
    const { billerId, categoryId } = biller;
    return { amountKobo, itemId, itemName: item.name, paymentCode: item.paymentCode, billerId, categoryId };
  }

  private callerOf(person: DemoPerson, action: string): MoneyCaller {
    const userId = this.idOf(person);
    const nobody = { sessionId: 'demo', isTest: false, grants: undefined, ip: LOOPBACK, reference: 'demo' };
    return { ...nobody, userId, idempotencyKey: requestOf(userId, action) };
  }

  private idOf({ email }: DemoPerson): string {
    const id = this.ids.get(email);
    if (!id) throw new Error(`${email} has not registered`);
    return id;
  }
}

function requestOf(scope: string, action: string): IdempotencyKey {
  return { scope, action, key: `demo-${newId()}`, fingerprint: 'demo' };
}

function fresh<Answer>(answer: Answer | Replayed): Answer {
  if (answer instanceof Replayed) throw new Error('a new request was answered before');
  return answer;
}
