import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import { type Fields, nameOf, textOf } from '../../../../platform/providers/fields.js';
import type { BankAccount, ListedBank, NameEnquiry } from '../../application/payout-provider.js';
import type { Answer } from './paystack-transfer-answers.js';

export interface BankPage {
  readonly banks: readonly ListedBank[];
  /** Undefined behind the last one. */
  readonly next: string | undefined;
}

/** One page of `GET /bank`, or what is wrong with it. */
export function readBanks({ status, body }: Answer): BankPage | string {
  const envelope = readPaystackEnvelope(body);
  if (status !== 200 || !envelope?.ok || !envelope.list) return `http ${status}`;
  const banks = envelope.list.filter(takesPayouts).map(bankOf);
  const read = banks.filter((bank) => bank !== undefined);
  if (read.length < banks.length) return 'a bank that does not fit';
  return { banks: read, next: textOf(envelope.meta['next'], 1_000) || undefined };
}

function takesPayouts(bank: Fields): boolean {
  return bank['active'] === true && bank['is_deleted'] !== true && bank['supports_transfer'] !== false;
}

function bankOf(fields: Fields): ListedBank | undefined {
  const [name, code, nipCode] = [textOf(fields['name']), nameOf(fields['code']), nameOf(fields['nip_sort_code'])];
  if (name === '' || code === undefined) return undefined;
  return { name, code, nipCode: nipCode !== undefined && /^\d{6}$/.test(nipCode) ? nipCode : undefined };
}

/** `GET /bank/resolve`. Its refusals do not tell an account that there is not from a bank that is away. */
export function readName({ status, body }: Answer, { account }: BankAccount): NameEnquiry {
  const envelope = readPaystackEnvelope(body);
  if (!envelope || status >= 500) return unavailable(`http ${status}`);
  const { ok, code, message, data } = envelope;
  if (!ok) {
    // The refusal beyond the daily limit speaks of a bank code, too.
    const isBank = (status === 400 || status === 422) && (/bank_?code/i.test(code) || /bank code/i.test(message));
    return unavailable(isBank ? 'a bank code that is not known' : `http ${status} ${code}`.trim());
  }
  const name = textOf(data['account_name']);
  if (status !== 200 || name === '' || data['account_number'] !== account) return unavailable('an answer that does not fit');
  return { outcome: 'resolved', name };
}

function unavailable(cause: string): NameEnquiry {
  return { outcome: 'unavailable', cause };
}
