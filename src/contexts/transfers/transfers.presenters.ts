import { itemised, paidKobo } from '../../kernel/charges.js';
import { formatNaira, toNaira } from '../../kernel/money.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { shortName } from './domain/full-name.js';
import type { SentTransfer } from './application/create-transfer.js';
import type { StoredTransfer } from './domain/transfer.js';

export function presentSentTransfer({ id, amountKobo, charges = [], recipientName }: SentTransfer) {
  return {
    message: `You sent ${formatNaira(amountKobo)} to ${recipientName}`,
    transact: id,
    ...itemised({ amountKobo, charges }),
  };
}

export const TRANSFER_KEYS: ListKeys<StoredTransfer> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    total: (transfer) => paidKobo(transfer),
  },
};

/** As its sender, and staff, see it. */
export function presentTransfer(transfer: StoredTransfer) {
  return {
    marker: transfer.id,
    userid: transfer.senderId,
    receiver: transfer.receiverId,
    email: transfer.receiverEmail,
    amount: toNaira(transfer.amountKobo),
    ...itemised(transfer),
    rqnote: transfer.note,
    status: transfer.status,
    recorded: String(transfer.createdAt),
  };
}

export function presentReceiver({
  id,
  ...names
}: {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}) {
  return { userid: id, name: shortName(names) };
}
