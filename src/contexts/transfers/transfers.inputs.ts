import type { Kobo } from '../../kernel/money.js';
import { PIN_FORM } from '../sign-in/index.js';
import { Amount, Before, EmailOrReference, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { TRANSFER_KEYS } from './transfers.presenters.js';

export class CreateTransferInput {
  /** E-mail address or reference id of the recipient. */
  @EmailOrReference() email: string;
  @Amount() amount: Kobo;
  @Optional() @Text() messge?: string;
  @Optional() @Text({ pattern: PIN_FORM, form: '4 or 6 digits', isProof: true }) pinc?: string;
}

export class QuoteTransferInput {
  /** E-mail address or reference id of the recipient. */
  @EmailOrReference() email: string;
  @Amount() amount: Kobo;
}

export class TransferFetchInput {
  @RequestType(['sender', 'receiver', 'mk', 'all']) rqtp: 'sender' | 'receiver' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

@SortedBy(TRANSFER_KEYS)
export class UserTransfersInput extends ListInput {
  @Text() uxid: string;
}

export class CheckReceiverInput {
  @RequestType(['email', 'refid']) rqtype: 'email' | 'refid';
  @EmailOrReference() rqvalue: string;
}
