import { Injectable } from '@nestjs/common';
import { exactText } from '../../../kernel/exact-text.js';
import { formatNaira } from '../../../kernel/money.js';
import { type User, Users } from '../../sign-in/index.js';
import { Notices } from '../../notifications/index.js';
import { Ledger } from '../../../ledger/index.js';
import { type RejectedPayment } from './deposit-provider.js';
import { DepositOrders } from './ports.js';

/** Money that its bank sent back never was ours: its payer is told why it does not arrive, once. */
@Injectable()
export class ReportRejection {
  constructor(
    private readonly orders: DepositOrders,
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly ledger: Ledger,
  ) {}

  async execute(provider: string, rejected: RejectedPayment): Promise<void> {
    const user = await this.payerOf(provider, rejected);
    if (!user) return;
    const amount = rejected.amountKobo === undefined ? '' : ` of ${formatNaira(rejected.amountKobo)}`;
    const why = rejected.reason === '' ? '' : ` (${rejected.reason})`;
    const message = `A bank transfer${amount} for your deposit was refused by the receiving bank${why}. It goes back to the account it came from.`;
    await this.ledger.commit({
      idempotencyKey: {
        scope: 'system',
        action: 'deposit.rejection',
        key: exactText(`${provider}:${rejected.id}`),
        fingerprint: '',
      },
      response: null,
      inserts: [this.notices.toRow({ userId: user.id, subject: 'Deposit refused by the bank', message })],
    });
  }

  /** Found by order, else by the customer's address. */
  private async payerOf(provider: string, { reference, customerEmail }: RejectedPayment): Promise<User | undefined> {
    const order = reference === undefined ? undefined : await this.orders.find(reference);
    if (order?.provider === provider) return this.users.find(order.userId);
    return customerEmail === undefined ? undefined : this.users.findByEmail(customerEmail.toLowerCase());
  }
}
