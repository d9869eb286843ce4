import { Injectable } from '@nestjs/common';
import { AllWebhooks } from '../contexts/webhooks/index.js';
import { RecentPushes, Sms } from '../contexts/notifications/index.js';
import { Clock, isoTime } from '../kernel/clock.js';
import { Database } from '../platform/database/database.js';
import { MailEnvironment } from '../platform/mail/mail.settings.js';
import { SandboxMessages } from './sandbox-messages.js';

const SHOWN = 30;

interface OrderRow {
  readonly id: string;
  readonly email: string;
  readonly account_number: string;
  readonly amount_kobo: number;
  readonly received_kobo: number;
  readonly status: string;
  readonly expires_at: number;
}

interface PurchaseRow {
  readonly id: string;
  readonly email: string;
  readonly item_name: string;
  readonly customer_id: string;
  readonly amount_kobo: number;
  readonly status: string;
  readonly state: string;
  readonly recorded: number;
}

interface PayoutRow {
  readonly id: string;
  readonly email: string;
  readonly bank_name: string;
  readonly account: string;
  readonly account_name: string;
  readonly amount_kobo: number;
  readonly status: string;
  readonly state: string;
  readonly recorded: number;
}

@Injectable()
export class SandboxState {
  constructor(
    private readonly database: Database,
    private readonly allWebhooks: AllWebhooks,
    private readonly messages: SandboxMessages,
    private readonly pushes: RecentPushes,
    private readonly sms: Sms,
    private readonly mail: MailEnvironment,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<object> {
    const [orders, purchases, payouts, webhooks, mails, texts] = await Promise.all([
      this.orders(),
      this.purchases(),
      this.payouts(),
      this.webhooks(),
      this.messages.mails(),
      this.messages.texts(),
    ]);
    const now = isoTime(this.clock.now());
    const writesFiles = { mails: this.mail.MAIL_URL === undefined, texts: this.sms.writesFiles };
    return { now, orders, purchases, payouts, webhooks, mails, texts, pushes: this.pushes.all(), writesFiles };
  }

  /** Open ones first. */
  private async orders(): Promise<object[]> {
    const rows = await this.database.rows<OrderRow>(
      `SELECT o.id, u.email, o.account_number, o.amount_kobo, o.received_kobo, o.status, o.expires_at
         FROM deposit_order o LEFT JOIN user_account u ON u.id = o.user_id
        WHERE o.provider = 'sandbox' AND o.account_number <> ''
        ORDER BY CASE o.status WHEN 'pending' THEN 0 ELSE 1 END, o.recorded DESC LIMIT ${SHOWN}`,
    );
    return rows.map((row) => ({
      id: row.id,
      user: row.email ?? '',
      account: row.account_number,
      amount: row.amount_kobo / 100,
      received: row.received_kobo / 100,
      status: row.status,
      expires: isoTime(row.expires_at),
    }));
  }

  private async purchases(): Promise<object[]> {
    const rows = await this.database.rows<PurchaseRow>(
      `SELECT p.id, u.email, p.item_name, p.customer_id, p.amount_kobo, p.status, s.state, p.recorded
         FROM purchase p JOIN sandbox_purchase s ON s.reference = p.reference LEFT JOIN user_account u ON u.id = p.user_id
        ORDER BY CASE p.status WHEN 'pending' THEN 0 ELSE 1 END, p.recorded DESC LIMIT ${SHOWN}`,
    );
    return rows.map((row) => ({
      id: row.id,
      user: row.email ?? '',
      item: row.item_name,
      customer: row.customer_id,
      amount: row.amount_kobo / 100,
      status: row.status,
      state: row.state,
      time: isoTime(row.recorded),
    }));
  }

  private async payouts(): Promise<object[]> {
    const rows = await this.database.rows<PayoutRow>(
      `SELECT p.id, u.email, p.bank_name, p.account, p.account_name, p.amount_kobo, p.status, s.state, p.recorded
         FROM payout p JOIN sandbox_payout s ON s.reference = p.reference LEFT JOIN user_account u ON u.id = p.user_id
        ORDER BY CASE p.status WHEN 'pending' THEN 0 ELSE 1 END, p.recorded DESC LIMIT ${SHOWN}`,
    );
    return rows.map((row) => ({
      id: row.id,
      user: row.email ?? '',
      bank: row.bank_name,
      account: row.account,
      name: row.account_name,
      amount: row.amount_kobo / 100,
      status: row.status,
      state: row.state,
      time: isoTime(row.recorded),
    }));
  }

  private async webhooks(): Promise<object[]> {
    const { items } = await this.allWebhooks.list({}, { before: undefined, size: SHOWN });
    return items.map(({ id, direction, partner, event, status, attempts, lastError: error, payload, createdAt }) => {
      return { id, direction, partner, event, status, attempts, payload, error, time: isoTime(createdAt) };
    });
  }
}
