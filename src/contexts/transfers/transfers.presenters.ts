import { formatNaira, toNaira } from '../../kernel/money.js';
import type { User } from '../identity/index.js';
import { fullName } from './domain/full-name.js';
import type { RecordedTransfer, Transfer } from './domain/transfer.js';

export function presentSent({ id, amountKobo }: Transfer, recipient: User) {
  return { message: `You sent ${formatNaira(amountKobo)} to ${fullName(recipient)}`, transact: id };
}

export function presentTransfer(transfer: RecordedTransfer) {
  return {
    marker: transfer.id,
    userid: transfer.senderId,
    receiver: transfer.receiverId,
    email: transfer.receiverEmail,
    amount: toNaira(transfer.amountKobo),
    rqnote: transfer.note,
    status: transfer.status,
    recorded: String(transfer.createdAt),
  };
}
