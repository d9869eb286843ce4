import { Injectable } from '@nestjs/common';
import { exactText } from '../../../kernel/exact-text.js';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, kobo, type Kobo } from '../../../kernel/money.js';
import { depositClearing, type Journal, Ledger, providerCosts } from '../../../ledger/index.js';
import { SystemLogs } from '../../system-logs/index.js';
import type { ProviderPayment } from './deposit-provider.js';
import { DepositOrders, DepositPayments, type PaymentCost } from './ports.js';

/** What a provider keeps of a transaction beyond what was booked with its payments, in a journal of its own, once. */
@Injectable()
export class BookLaterCost {
  constructor(
    private readonly orders: DepositOrders,
    private readonly payments: DepositPayments,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(provider: string, { providerReference, feeKobo }: ProviderPayment): Promise<'done' | 'stale'> {
    if (feeKobo === undefined) return 'done';
    const known = await this.payments.costsOf(provider, providerReference);
    const [first] = known;
    if (!first || untold(feeKobo, known) === 0) return 'done';
    // Read before the costs, so that another one in between makes the command stale.
    const order = first.orderId !== '' ? await this.orders.find(first.orderId) : undefined;
    const booked = await this.payments.costsOf(provider, providerReference);
    const restKobo = untold(feeKobo, booked);
    if (restKobo === 0) return 'done';
    const payment = booked.find(({ lateCostId, orderId }) => lateCostId === '' && orderId === first.orderId);
    if (restKobo < 0 || !payment) {
      const description = `${provider} now says that it kept ${formatNaira(feeKobo)} of transaction ${providerReference}; ${formatNaira(kobo(feeKobo - restKobo))} is booked`;
      await this.systemLogs.record({ kind: 'warning', description, key: `deposit:${provider}:${providerReference}:fee` });
      return 'done';
    }
    const journal = feeJournal(provider, payment, restKobo);
    const key = exactText(`${provider}:${providerReference}:${feeKobo}`);
    const committed = await this.ledger.commit({
      idempotencyKey: { scope: 'system', action: 'deposit.fee', key, fingerprint: String(restKobo) },
      response: null,
      journal,
      updates: [
        this.payments.laterCost(payment.id, journal.id, restKobo),
        ...(order ? [this.orders.laterCost(order, restKobo)] : []),
      ],
    });
    return committed === 'stale' ? 'stale' : 'done';
  }
}

/** What is kept and not booked; below zero where more is booked. */
export function untold(feeKobo: Kobo, booked: readonly PaymentCost[]): Kobo {
  return kobo(booked.reduce<number>((rest, { costKobo, lateCostKobo }) => rest - costKobo - lateCostKobo, feeKobo));
}

function feeJournal(provider: string, { id, orderId }: PaymentCost, amountKobo: Kobo): Journal {
  const subject = orderId === '' ? id : orderId;
  const note = `Fee of deposit ${subject}`;
  return {
    id: newId(),
    kind: 'deposit_fee',
    subject,
    postings: [
      { account: providerCosts(provider), amountKobo: kobo(-amountKobo), note },
      { account: depositClearing(provider), amountKobo, note },
    ],
  };
}
