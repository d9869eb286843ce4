import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatNaira, kobo } from '../../kernel/money.js';
import { CommandError } from '../terminal.js';
import type { CommandLine } from '../command-line.js';
import { profileFor } from './call.js';
import { type Caller, type CallerOptions, runCaller } from './caller.js';
import { NoAnswer } from './service-client.js';

export interface PayCommandOptions extends CallerOptions {
  readonly pin?: string;
  readonly again?: boolean;
  readonly idempotencyKey?: string;
}

interface Item {
  readonly billerName: string;
  readonly itemName: string;
  readonly paymentCode: string;
}

interface Bought {
  readonly status: string;
  readonly misc_data: string;
}

const LONGEST_PAUSE_MS = 15_000;

/** Shows the owner of the number and the price, pays once, and waits for the end with the deliverables. */
export function pay(
  cli: CommandLine,
  [itemId, customerId, amount]: readonly [string, string, string],
  options: PayCommandOptions,
): Promise<void> {
  return runCaller(cli, options, async (caller, terminal) => {
    const ask = await asker(caller);
    const [item] = (await ask('service_biller_item_fetch', { rqtp: 'mk', rqvl: itemId })) as [Item];
    const order = { itemId, customerId, amount };
    const { total } = (await ask('service_quote_fetch', order)) as { total: number };
    const name = await nameOf(ask, item, customerId);
    terminal.note(`${item.billerName}, ${item.itemName}, ${name || customerId}: ${formatNaira(kobo(Math.round(total * 100)))}`);
    const more = { ...(options.pin ? { pinc: options.pin } : {}), ...(options.again ? { again: true } : {}) };
    const idempotencyKey = options.idempotencyKey ?? randomUUID();
    const { orderId } = (await ask('service_bill_payment', { ...order, ...more }, idempotencyKey)) as { orderId: string };
    const purchase = await ended(ask, orderId);
    const { deliverables = [] } = JSON.parse(purchase.misc_data || '{}') as { deliverables?: { kind: string; value: string }[] };
    const lines = deliverables.map(({ kind, value }) => `${kind} ${value.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}`);
    const { status } = purchase;
    return { data: { orderId, status, deliverables }, lines: [`${status} ${orderId}`, ...lines], ok: status === 'completed' };
  });
}

type Ask = (action: string, values: Readonly<Record<string, unknown>>, idempotencyKey?: string) => Promise<unknown>;

async function asker(caller: Caller): Promise<Ask> {
  const operations = await caller.client.operations();
  return async (action, values, idempotencyKey) => {
    const operation = operations.get(action);
    const credentials = profileFor(operation, caller)!;
    const sent = caller.client.send(operation, { values, files: {} }, { credentials, idempotencyKey });
    const again =
      idempotencyKey && ` The outcome is unknown. Pay again with --idempotency-key ${idempotencyKey}: it happens once.`;
    const { envelope } = await sent.catch((error: unknown) => {
      throw again && error instanceof NoAnswer ? new CommandError(`${error.message}${again}`) : error;
    });
    if (envelope.REQUEST.STATUS === 'OK') return envelope.DATA;
    const { ID = '', CODE = 0, DETAILS = 'The service refused.' } = envelope.ERRORS ?? {};
    throw new CommandError(`${ID}: ${DETAILS}${again && CODE >= 500 ? `.${again}` : ''}`);
  };
}

/** Empty if the provider cannot name the customer now, which a payment does not need. */
async function nameOf(ask: Ask, { paymentCode }: Item, customerId: string): Promise<string> {
  try {
    const found = await ask('service_customer_verify', { pcode: paymentCode, ctmid: customerId });
    return (found as { customerName: string }).customerName;
  } catch (error) {
    if (error instanceof CommandError && error.message.startsWith('verification_unavailable:')) return '';
    throw error;
  }
}

/** Asks until Ctrl-C: a pending purchase is neither paid nor failed. */
async function ended(ask: Ask, orderId: string): Promise<Bought> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const [purchase] = (await ask('service_transaction_fetch', { rqtp: 'mk', rqvl: orderId })) as [Bought];
    if (purchase.status !== 'pending') return purchase;
    await sleep(pauseMs);
  }
}
