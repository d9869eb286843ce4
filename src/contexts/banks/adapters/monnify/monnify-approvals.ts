import type { RawRequest } from '../../../../kernel/caller.js';
import { MINUTE_MS } from '../../../../kernel/clock.js';
import { fieldsOf, nairaAsKobo, nameOf, parseFields } from '../../../../platform/providers/fields.js';
import { isSigned } from '../../../../platform/providers/signed-webhook.js';
import type { ApprovalQuestion, PayoutApprovals } from '../../application/payout-provider.js';

export const SIGNATURE = 'monnify-signature';

/** Monnify's transaction validation. It publishes no shape, so the disbursement may be the body itself or inside of it. */
export class MonnifyApprovals implements PayoutApprovals {
  /** It asks again where it got no answer; how often and how long is not published. */
  readonly repeatsWithinMs = MINUTE_MS;

  constructor(
    private readonly secretKey: string,
    private readonly mustBeSigned: boolean,
    private readonly field: string,
  ) {}

  read(request: RawRequest): Promise<ApprovalQuestion | undefined> {
    const hasSignature = request.headers[SIGNATURE] !== undefined;
    if ((hasSignature || this.mustBeSigned) && !isSigned(request, SIGNATURE, this.secretKey)) return Promise.resolve(undefined);
    return Promise.resolve(questionIn(Buffer.from(request.body).toString('utf8')));
  }

  answer(isApproved: boolean) {
    return { httpStatus: 200, body: { [this.field]: isApproved ? 'APPROVE' : 'REJECT' } };
  }
}

function questionIn(payload: string): ApprovalQuestion | undefined {
  const outer = parseFields(payload) ?? {};
  const inner = fieldsOf(outer['eventData']) ?? fieldsOf(outer['data']) ?? {};
  const valueOf = (name: string) => outer[name] ?? inner[name];
  const reference = nameOf(valueOf('reference'));
  const amountKobo = nairaAsKobo(valueOf('amount'));
  const account = nameOf(valueOf('destinationAccountNumber'));
  const bankCode = nameOf(valueOf('destinationBankCode'));
  if (reference === undefined || amountKobo === undefined || account === undefined || bankCode === undefined) return undefined;
  return { reference, amountKobo, destination: { bankCode, account } };
}
