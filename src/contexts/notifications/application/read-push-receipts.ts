import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import {
  type DeliveryState,
  PushDeliveries,
  PushDevices,
  type PushOutcome,
  PushReceipts,
  type UnconfirmedDelivery,
} from './ports.js';

const MINUTE = 60_000;
/** Receipts are usually available after this time. */
const RECEIPT_DELAY_MS = 15 * MINUTE;
/** The service keeps receipts for this time. */
const RETENTION_MS = 24 * 60 * MINUTE;
const PAGE = 300;

/** Reads the receipts of accepted messages; invalid tokens are often reported only there. */
@Injectable()
export class ReadPushReceipts {
  constructor(
    private readonly deliveries: PushDeliveries,
    private readonly devices: PushDevices,
    private readonly receipts: PushReceipts,
    private readonly clock: Clock,
  ) {}

  /** @throws when the service is unreachable */
  async execute(): Promise<void> {
    const now = this.clock.now();
    let last = '';
    for (;;) {
      const page = await this.deliveries.listUnconfirmed(now - RECEIPT_DELAY_MS, last, PAGE);
      if (page.length === 0) return;
      const outcomes = await this.receipts.read(page.map(({ ticket }) => ticket));
      for (const delivery of page) {
        const isExpired = delivery.createdAt < now - RETENTION_MS;
        const outcome = outcomes.get(delivery.ticket) ?? (isExpired ? ({ kind: 'sent' } as const) : undefined);
        if (outcome) await this.note(delivery, outcome);
      }
      last = page.at(-1)!.id;
    }
  }

  private async note(delivery: UnconfirmedDelivery, outcome: PushOutcome): Promise<void> {
    if (outcome.kind === 'dead') await this.devices.deactivate({ id: delivery.registrationId, createdAt: delivery.registered });
    await this.deliveries.setState(delivery.id, stateAfter(outcome));
  }
}

function stateAfter(outcome: PushOutcome): DeliveryState {
  if (outcome.kind === 'sent') return { state: 'sent' };
  // Not delivered: the sweep sends it again.
  if (outcome.kind === 'later') return { state: 'waiting' };
  return { state: 'failed', reason: outcome.reason };
}
