import { type NewFaq, type NewTicket, type TicketStatus, Contact, Faqs, Tickets } from '../../contexts/support/index.js';
import { SuspensePayments } from '../../contexts/deposits/index.js';
import { AccountDirectory } from '../../contexts/sign-in/index.js';
import { ModifyUser } from '../../contexts/staff/users/index.js';
import { CreateEndpoint, OutboundEvents, UpdateEndpoint, Webhooks } from '../../contexts/webhooks/index.js';
import { checkOfVerdict, LedgerChecks, VerifyLedger } from '../../ledger/index.js';
import { Budgets } from '../../kernel/budgets.js';
import { Clock, HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { OperationRegistry } from '../../platform/http/operation-registry.js';
import { StaffReads } from '../../platform/http/staff-reads.js';
import { FaultRow } from '../../platform/http/fault.row.js';
import { EVENT_JOB } from '../../platform/queue/event-jobs.js';
import { JobRow } from '../../platform/queue/job.row.js';
import { newId } from '../../kernel/ids.js';
import { naira } from '../../kernel/money.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import type { MoneyCaller } from '../../kernel/caller.js';
import type { ServiceContext } from '../service-context.js';
import type { DemoStaffMember } from './people.js';

export const FAQS: readonly NewFaq[] = [
  {
    question: 'How do I fund my wallet?',
    answer: 'Make a deposit order and transfer to the account that it names.',
    category: 'Wallet',
  },
  {
    question: 'How long does a deposit take?',
    answer: 'Mostly less than a minute; some banks take up to an hour.',
    category: 'Wallet',
  },
  {
    question: 'My token did not come. What now?',
    answer: 'It is in the details of the purchase as soon as the disco confirms.',
    category: 'Bills',
  },
  {
    question: 'Can a transfer be taken back?',
    answer: 'No. Ask the recipient to send it back, or open a ticket.',
    category: 'Transfers',
  },
  { question: 'How do I change my PIN?', answer: 'In the settings of the app, with your password.', category: 'Security' },
];

interface DemoTicket extends Omit<NewTicket, 'userId' | 'ip' | 'attachments'> {
  readonly reply?: string;
  readonly status?: TicketStatus;
}

/** Reference of a request that the service failed, as the app shows it. */
export const ERROR_REFERENCE = '7KQ2M9XD';

export const TICKETS: readonly DemoTicket[] = [
  {
    subject: 'Token not delivered',
    message: 'I paid for Ikeja Electric and see no token.',
    category: 'payment',
    priority: 'high',
  },
  {
    subject: 'Charged twice',
    message: 'The airtime of yesterday was charged two times.',
    category: 'payment',
    priority: 'high',
    reply: 'We see both charges and have asked the network about the second one.',
    status: 'in_progress',
  },
  {
    subject: 'New phone',
    message: 'How do I sign in on my new phone?',
    category: 'account',
    priority: 'low',
    reply: 'Sign in with your password there; the old phone is signed out from the list of devices.',
    status: 'resolved',
  },
  {
    subject: 'App closes on start',
    message: `Since the update the app closes at once. Before, it says: Internal error (${ERROR_REFERENCE}).`,
    category: 'technical',
    priority: 'medium',
    reply: 'Version 2.1 fixes it. Thank you for telling us.',
    status: 'closed',
  },
];

const IP = '127.0.0.1';

/** Actions of staff in the demonstration, by the use cases of their operations. */
export class DemoOffice {
  constructor(
    private readonly context: ServiceContext,
    private readonly support: DemoStaffMember,
    private readonly finance: DemoStaffMember,
  ) {}

  async suspend(userId: string, reason: string): Promise<void> {
    const { idempotencyKey: _, ...caller } = callerOf(this.support, 'control_user_modify');
    const given = { reason: { text: reason, isTold: false }, code: undefined };
    await (await this.context.get(ModifyUser)).execute(userId, { status: 'suspended' }, given, caller);
  }

  /** Reads of a user's records, as the audit trail has them. */
  async look(as: 'support' | 'finance', userId: string, ...actions: readonly string[]): Promise<void> {
    const reads = await this.context.get(StaffReads);
    for (const action of actions)
      await reads.record({ staffId: this[as].userId, action, subject: `user:${userId}`, parameters: { uxid: userId }, ip: IP });
  }

  /** The user writes it, and support gives the answers of the demonstration. */
  async answerTicket(subject: string, userId: string): Promise<void> {
    const { reply, status, ...ticket } = TICKETS.find((one) => one.subject === subject)!;
    const tickets = await this.context.get(Tickets);
    const { id } = await tickets.create({ ...ticket, userId, ip: IP, attachments: [] });
    const staff = { userId: this.support.userId, ip: IP };
    if (reply !== undefined) {
      const author = { from: 'staff', staff, action: 'control_ticket_reply' } as const;
      await tickets.reply({ ticketId: id, message: reply, attachments: [] }, author);
    }
    if (status !== undefined) await tickets.change(id, { status }, staff, 'control_ticket_modify');
  }

  async writeFaqs(): Promise<void> {
    const faqs = await this.context.get(Faqs);
    for (const faq of FAQS) await faqs.create(faq, { userId: this.support.userId, ip: IP }, 'control_faq_create');
  }

  async receiveContactForm(): Promise<void> {
    const form = {
      name: 'Ladi Sani',
      email: 'ladi@demo.example',
      subject: 'Partnership',
      message: 'We sell data bundles in Jos.',
    };
    const contact = await this.context.get(Contact);
    await contact.createForm({ ...form, ip: IP, deviceName: 'Laptop', deviceSerial: 'demo', deviceType: 'Web' });
  }

  /** Posts to an address that does not exist; afterwards the endpoint is disabled. */
  async failWebhooks(count: number): Promise<void> {
    const staff = { userId: this.finance.userId, ip: IP };
    const given = { url: 'https://hooks.demo.example/harmattan', events: [], description: 'Bookkeeping' };
    const created = await (await this.context.get(CreateEndpoint)).execute(given, staff, 'control_webhook_endpoint_create');
    const events = Array.from({ length: count }, () => ({
      id: newId(),
      name: 'transfer.completed' as const,
      data: { transferId: newId(), amountKobo: 450_000 },
    }));
    const write = await (await this.context.get(OutboundEvents)).prepareAll(events);
    await (await this.context.get(UnitOfWork)).run(write);
    const webhooks = await this.context.get(Webhooks);
    const leaseUntil = (await this.context.get(Clock)).now() + MINUTE_MS;
    for (const { id } of (
      await webhooks.list({ status: 'pending', partner: created.endpoint.id }, { before: undefined, size: count })
    ).items) {
      const claimed = await webhooks.claim(id, leaseUntil);
      if (claimed) await webhooks.finish(claimed, { error: 'getaddrinfo ENOTFOUND hooks.demo.example' });
    }
    const updateEndpoint = await this.context.get(UpdateEndpoint);
    await updateEndpoint.execute(created.endpoint.id, { status: 'disabled' }, false, staff, 'control_webhook_endpoint_modify');
  }

  /** A job that used up its attempts, a request that failed, and a verification of the ledger. */
  async leaveTraces(): Promise<void> {
    const now = (await this.context.get(Clock)).now();
    const eventId = newId();
    const job = { id: newId(), name: EVENT_JOB, key: eventId, data: JSON.stringify({ eventId }), state: 'exhausted' } as const;
    const failed = { attempts: 10, lastError: 'Error: the database is away', runAt: now, createdAt: now - HOUR_MS };
    await (await this.context.get(Database)).repository(JobRow).insert({ ...job, ...failed });
    const fault = { reference: ERROR_REFERENCE, action: 'user_wallet_history', status: 500, failure: 'edge.fault' };
    const cause = {
      error: 'QueryFailedError ER_LOCK_WAIT_TIMEOUT',
      place: 'contexts/wallet/adapters/typeorm/typeorm-history.js:41',
    };
    await (await this.context.get(Database)).repository(FaultRow).insert({ ...fault, ...cause, createdAt: now - HOUR_MS });
    const verdict = await (await this.context.get(VerifyLedger)).execute();
    await (await this.context.get(LedgerChecks)).record(checkOfVerdict(verdict, now));
  }

  /** Somebody guesses a password, and new devices sign in to an account again and again. */
  async spendBudgets(guessed: string, visited: string): Promise<void> {
    const accounts = await this.context.get(AccountDirectory);
    const [owner] = (await accounts.list({ by: 'email', value: visited }, { before: undefined, size: 1 })).items;
    const budgets = await this.context.get(Budgets);
    await budgets.spend('new_device_mails', owner!.id, 3);
    for (let guess = 0; guess < 4; guess++) await budgets.spend('network_passwords', `${guessed} 102.89.7.0/24`);
  }

  /** Makes an open proposal of each kind. @param purchaseId undecided */
  async propose(wronged: string, purchaseId: string): Promise<void> {
    await this.operate('control_wallet_adjust', { emal: wronged, amount: naira(1_500), reason: 'Charged twice for airtime' });
    const [payment] = (await (await this.context.get(SuspensePayments)).list({ isOpen: true }, { before: undefined, size: 1 }))
      .items;
    const found = { reqv: payment!.id, emal: wronged, reason: 'The payer sent the receipt' };
    await this.operate('control_suspense_assign', found);
    const refund = { reqv: purchaseId, outcome: 'failed', reason: 'The network has no record of it' };
    await this.operate('control_purchase_resolve', refund);
  }

  private async operate(action: string, input: object): Promise<void> {
    const { inputClass, handle } = (await this.context.get(OperationRegistry)).find(action)!;
    await handle(Object.assign(new inputClass(), input), callerOf(this.finance, action));
  }
}

function callerOf({ userId }: DemoStaffMember, action: string): MoneyCaller {
  const idempotencyKey = { scope: userId, action, key: `demo-${newId()}`, fingerprint: 'demo' };
  return { userId, sessionId: 'demo', isTest: false, grants: undefined, ip: IP, reference: 'demo', idempotencyKey };
}
