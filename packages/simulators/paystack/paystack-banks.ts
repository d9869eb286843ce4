import { accountName } from '../shared/account-name.js';
import type { Reply } from '../shared/fault.js';
import { digits } from '../shared/purchase-books.js';

interface Bank {
  readonly name: string;
  readonly code: string;
  readonly nip: string;
  readonly active?: boolean;
  readonly supportsTransfer?: boolean;
}

const BANKS: readonly Bank[] = [
  { name: 'Access Bank', code: '044', nip: '000014' },
  { name: 'First Bank of Nigeria', code: '011', nip: '000016' },
  { name: 'Guaranty Trust Bank', code: '058', nip: '000013' },
  { name: 'Heritage Bank', code: '030', nip: '000020', active: false },
  { name: 'Kuda Bank', code: '50211', nip: '090267' },
  { name: 'Moniepoint MFB', code: '50515', nip: '090405' },
  { name: 'OPay Digital Services Limited (OPay)', code: '999992', nip: '100004' },
  { name: 'Paystack-Titan', code: '100039', nip: '110006', supportsTransfer: false },
  { name: 'United Bank For Africa', code: '033', nip: '000004' },
  { name: 'Zenith Bank', code: '057', nip: '000015' },
];
/** Not in the list; it resolves every number. */
const TEST_BANK = '001';
const KNOWN = ['country', 'currency', 'type', 'use_cursor', 'perPage', 'next', 'previous', 'page', 'include_nip_sort_code'];

export function isBank(code: string): boolean {
  return code === TEST_BANK || BANKS.some((bank) => bank.code === code && bank.active !== false);
}

export function bankName(code: string): string {
  return BANKS.find((bank) => bank.code === code)?.name ?? 'Test Bank';
}

/** `GET /bank`, or what is wrong with the question. */
export function listBanks(query: URLSearchParams): Reply | string {
  const unknown = [...query.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `${unknown} is no parameter of the banks`;
  const perPage = Number(query.get('perPage') ?? 50);
  const next = query.get('next');
  const from = next === null ? 0 : Number(Buffer.from(next, 'base64').toString().split(':')[1]);
  if (!(perPage >= 1 && perPage <= 100) || !Number.isInteger(from)) return 'perPage or next is out of range';
  const shown = BANKS.slice(from, from + perPage);
  const more = from + perPage < BANKS.length ? Buffer.from(`bank:${from + perPage}`).toString('base64') : null;
  const data = shown.map((bank, index) => describe(bank, from + index, query.get('include_nip_sort_code') === 'true'));
  return { status: 200, body: { status: true, message: 'Banks retrieved', data, meta: { next: more, previous: null, perPage } } };
}

function describe({ name, code, nip, active = true, supportsTransfer = true }: Bank, id: number, hasNip: boolean) {
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return {
    id: id + 1,
    name,
    slug,
    code,
    longcode: '',
    gateway: null,
    pay_with_bank: false,
    supports_transfer: supportsTransfer,
    available_for_direct_debit: false,
    active,
    is_deleted: active ? null : true,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    createdAt: '2016-07-14T10:04:29.000Z',
    updatedAt: '2024-02-18T08:06:45.000Z',
    ...(hasNip ? { nip_sort_code: nip } : {}),
  };
}

/** `GET /bank/resolve`; accounts that end in 0404 or 0503 cannot be resolved, as at a real bank that is away. */
export function resolveAccount(query: URLSearchParams): Reply {
  const [account, code] = [query.get('account_number') ?? '', query.get('bank_code') ?? ''];
  if (!isBank(code)) return refusal(400, `Unknown bank code: ${code}`, 'invalid_bank_code');
  if (!/^\d{10}$/.test(account) || /0(404|503)$/.test(account))
    return refusal(422, 'Could not resolve account name. Check parameters or try again.', 'invalid_params');
  const name = code === TEST_BANK ? `TEST ACCOUNT ${account}` : accountName(account);
  const data = { account_number: account, account_name: name, bank_id: 9 };
  return { status: 200, body: { status: true, message: 'Account number resolved', data } };
}

export function limitReached(): Reply {
  const message = 'Test mode daily limit of 3 live bank resolves exceeded. Upgrade to live mode or use test bank code 001.';
  return refusal(429, message, 'rate_limited');
}

export function refusal(status: number, message: string, code: string, type = 'validation_error'): Reply {
  return { status, body: { status: false, message, type, code, meta: { nextStep: 'Check the values and try again' } } };
}

export const newCode = (prefix: string) => `${prefix}_${digits(15)}`;
