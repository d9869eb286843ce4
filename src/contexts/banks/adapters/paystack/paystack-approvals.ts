import type { RawRequest } from '../../../../kernel/caller.js';
import { fieldsOf, nameOf, parseFields, wholeKobo } from '../../../../platform/providers/fields.js';
import { isSigned } from '../../../../platform/providers/signed-webhook.js';
import type { ApprovalQuestion, PayoutApprovals } from '../../application/payout-provider.js';
import type { PaystackRecipients } from './paystack-recipients.js';

export const SIGNATURE = 'x-paystack-signature';

/** Paystack sends the body of the transfer, by some accounts inside of `data`. Only the HTTP status of the answer counts. */
export class PaystackApprovals implements PayoutApprovals {
  /** Without an answer it blocks the transfer. */
  readonly repeatsWithinMs = 0;

  constructor(
    private readonly recipients: PaystackRecipients,
    private readonly secretKey: string,
    private readonly mustBeSigned: boolean,
  ) {}

  async read(request: RawRequest): Promise<ApprovalQuestion | undefined> {
    const hasSignature = request.headers[SIGNATURE] !== undefined;
    if ((hasSignature || this.mustBeSigned) && !isSigned(request, SIGNATURE, this.secretKey)) return undefined;
    const outer = parseFields(Buffer.from(request.body).toString('utf8')) ?? {};
    const inner = fieldsOf(outer['data']) ?? {};
    const [reference, amount, recipient] = ['reference', 'amount', 'recipient'].map((name) => outer[name] ?? inner[name]);
    const ours = nameOf(reference)?.toLowerCase();
    const amountKobo = wholeKobo(amount);
    const code = nameOf(fieldsOf(recipient)?.['recipient_code'] ?? recipient);
    if (ours === undefined || amountKobo === undefined || code === undefined) return undefined;
    const destination = await this.recipients.accountOf(code);
    return destination && { reference: ours, amountKobo, destination };
  }

  answer(isApproved: boolean) {
    return { httpStatus: isApproved ? 200 : 400, body: {} };
  }
}
