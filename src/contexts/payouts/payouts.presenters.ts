import { itemised } from '../../kernel/charges.js';
import { formatNaira, toNaira } from '../../kernel/money.js';
import type { OrderedPayout } from './create-payout.js';
import { type Payout, type PayoutStatus, SHOWN_STATUS } from './payouts.js';

/** Undefined where no payout has it. */
export function readPayoutStatus(shown: string): PayoutStatus | undefined {
  return (Object.keys(SHOWN_STATUS) as PayoutStatus[]).find((status) => SHOWN_STATUS[status] === shown);
}

export function presentOrderedPayout({ id, status, amountKobo, charges, name }: OrderedPayout) {
  return {
    message: `${formatNaira(amountKobo)} ${MESSAGES[status]} ${name}`,
    transact: id,
    status: SHOWN_STATUS[status],
    ...itemised({ amountKobo, charges }),
  };
}

const MESSAGES: Readonly<Record<PayoutStatus, string>> = {
  pending: 'is on its way to',
  completed: 'was sent to',
  failed: 'could not be sent, and went back to your wallet:',
  reversed: 'was returned, and went back to your wallet:',
};

export function presentPayout(payout: Payout) {
  const { id, bankCode, bankName, account, name, amountKobo, note, sessionId, status, responseMessage } = payout;
  return {
    marker: id,
    code: bankCode,
    bank: bankName,
    account,
    name,
    amount: toNaira(amountKobo),
    ...itemised(payout),
    note,
    session: sessionId,
    status: SHOWN_STATUS[status],
    reason: status === 'failed' || status === 'reversed' ? responseMessage : '',
    recorded: String(payout.createdAt),
    ended: payout.endedAt === undefined ? '' : String(payout.endedAt),
  };
}
