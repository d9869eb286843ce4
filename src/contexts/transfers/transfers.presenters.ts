import { itemised } from '../../kernel/charges.js';
import { formatNaira, toNaira } from '../../kernel/money.js';
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
