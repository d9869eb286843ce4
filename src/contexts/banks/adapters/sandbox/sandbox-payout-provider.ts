import { sleep } from '../../../../kernel/timers.js';
import {
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  type PayoutCapabilities,
  type PayoutOutcome,
  PayoutProvider,
  type PayoutSubmission,
} from '../../payout-provider.js';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { type Kobo, naira } from '../../../../kernel/money.js';
import type { ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { nameOf } from '../../../../platform/providers/made-up-people.js';
import { KNOWN_BANKS } from '../../match-banks.js';
import { type SandboxPayoutRow, SandboxPayoutTimes, TypeormSandboxPayouts, accountScenario } from './typeorm-sandbox-payouts.js';

/** Codes that differ from ours, like those of other providers. */
const OWN_CODES = Object.fromEntries(KNOWN_BANKS.map(({ code }) => [code, `SBX-${code}`]));

const BANKS: readonly ListedBank[] = KNOWN_BANKS.map(({ code, name, nipCode }) => ({ name, code: OWN_CODES[code]!, nipCode }));

const BANK_CODES = new Set(BANKS.map(({ code }) => code));

/** Pays to every bank and nobody; the last digits of the account number select the outcome. */
@Injectable()
export class SandboxPayoutProvider extends PayoutProvider {
  readonly name = 'sandbox';
  override readonly knownCodes = OWN_CODES;
  private enquiries = 0;

  constructor(
    private readonly payouts: TypeormSandboxPayouts,
    private readonly times: SandboxPayoutTimes,
  ) {
    super();
  }

  get capabilities(): PayoutCapabilities {
    const { submitTimeoutMs, readTimeoutMs, requeryDelaysMs } = this.times;
    return { simulatesFaults: true, submitTimeoutMs, readTimeoutMs, requeryDelaysMs };
  }

  newReference(): string {
    return `sbx-${newId().toLowerCase()}`;
  }

  banks(): Promise<readonly ListedBank[]> {
    return Promise.resolve(BANKS);
  }

  async resolve({ bankCode, account }: BankAccount, signal: AbortSignal): Promise<NameEnquiry> {
    await this.latency(signal);
    if (!BANK_CODES.has(bankCode)) return { outcome: 'not_found' };
    const { enquiry } = accountScenario(account);
    switch (enquiry) {
      case 'not_found':
        return { outcome: 'not_found' };
      case 'unavailable':
        return { outcome: 'unavailable', cause: 'the bank does not answer' };
      case 'another_name':
        return { outcome: 'resolved', name: `${nameOf(account)} ${++this.enquiries}` };
      case 'resolved':
        return { outcome: 'resolved', name: nameOf(account) };
    }
  }

  async submit({ reference, bankCode, account, amountKobo }: PayoutSubmission, signal: AbortSignal): Promise<PayoutOutcome> {
    await this.latency(signal);
    if (!BANK_CODES.has(bankCode))
      return { status: 'failed', raw: UNKNOWN_BANK, errorClass: 'item_unavailable', failoverEligible: true };
    return outcomeOf(await this.payouts.take({ reference, bankCode, account, amountKobo }));
  }

  async query(reference: string, signal: AbortSignal): Promise<PayoutOutcome> {
    await this.latency(signal);
    const row = await this.payouts.query(reference);
    return row ? outcomeOf(row) : { status: 'not_found', raw: { code: '25', message: 'No such reference' } };
  }

  override transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> {
    return this.payouts.within(period);
  }

  private async latency(signal: AbortSignal): Promise<void> {
    if (this.times.latencyMs > 0) await sleep(this.times.latencyMs);
    signal.throwIfAborted();
  }
}

const UNKNOWN_BANK = { code: '16', message: 'Unknown bank code' };

/** The codes are those of the interbank rail. */
function outcomeOf(row: SandboxPayoutRow): PayoutOutcome {
  const sessionId = sessionOf(row);
  switch (row.state) {
    case 'waiting':
      return { status: 'pending', raw: { code: '09', message: 'Request processing in progress' } };
    case 'failed':
      return refused(row.account);
    case 'returned':
      return { status: 'reversed', raw: { code: '21', message: 'Returned by the receiving bank' }, sessionId };
    case 'paid':
      return {
        status: 'success',
        raw: { code: '00', message: 'Approved or completed successfully' },
        providerReference: sessionId.slice(-12),
        sessionId,
        feeKobo: feeOf(row.amountKobo as Kobo),
      };
  }
}

function refused(account: string): PayoutOutcome {
  switch (accountScenario(account).enquiry) {
    case 'not_found':
      return {
        status: 'failed',
        raw: { code: '07', message: 'Invalid account' },
        errorClass: 'customer_invalid',
        failoverEligible: false,
      };
    case 'unavailable':
      return {
        status: 'failed',
        raw: { code: '91', message: 'Beneficiary bank not available' },
        errorClass: 'biller_down',
        failoverEligible: true,
      };
    case 'another_name':
    case 'resolved':
      return {
        status: 'failed',
        raw: { code: '57', message: 'Transaction not permitted' },
        errorClass: 'biller_down',
        failoverEligible: true,
      };
  }
}

/** Derived from the reference, so that repeats return the same: 30 digits, as the rail has them. */
function sessionOf({ reference }: SandboxPayoutRow): string {
  const hash = createHash('sha256').update(`session:${reference}`).digest('hex');
  return `999999${(BigInt(`0x${hash}`) % 10n ** 24n).toString().padStart(24, '0')}`;
}

function feeOf(amountKobo: Kobo): Kobo {
  if (amountKobo <= naira(5_000)) return naira(10);
  return amountKobo <= naira(50_000) ? naira(25) : naira(50);
}
