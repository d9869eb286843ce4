import { on } from '../../../platform/http/operation.decorator.js';
import { commentWithId } from '../../../platform/http/presenting.js';
import { settlementFailures } from '../../settlements/index.js';
import { proposalsFailures } from './proposal.js';
import { Text } from '../../../platform/http/input.decorators.js';
import type { AttemptRecord, RequeryAnswer } from '../../attempts/index.js';

/** Common parts of the operations of several kinds. */
export const REASON = { max: 1_000 };
export const USER = { max: 254 };

export const NOT_FOUND = on(proposalsFailures.no_record, { code: 404 });
export const UNKNOWN_USER = on(proposalsFailures.user_not_found, { id: 'emal_invalid' });
export const OWN_WALLET = on(proposalsFailures.own_wallet, { code: 403, id: 'own_wallet' });
export const LEAVING = on(proposalsFailures.user_leaving, { id: 'account_closing' });
export const ALREADY_PROPOSED = on(proposalsFailures.already_proposed, { id: 'already_proposed' });
export const INVALID_SETTLEMENT = on(settlementFailures.invalid, { id: 'settlement_invalid' });
export const REFERENCE_USED = on(settlementFailures.reference_used, { id: 'reference_used' });

export const DECIDES = 'otherControl.fiatCurency';
export const PROPOSES = {
  method: 'POST',
  access: 'admin',
  permission: 'otherControl.paymtMethod',
  effect: 'money',
  missing: 400,
  present: commentWithId('The proposal waits for the approval of another member of staff'),
} as const;

/** A shown record with the outcome of an open proposal about it; empty without one. */
export type WithProposed<Shown> = Shown & { readonly proposed: string };

export class RequeryInput {
  @Text() reqv: string;
}

export function presentAnswer({ provider, reference, outcome, code, message, createdAt }: AttemptRecord) {
  return { provider, reference, outcome, code, message, recorded: String(createdAt) };
}

export function presentRequeryAnswer({ status, isAnswered }: RequeryAnswer) {
  return { COMMENT: isAnswered ? 'The provider was asked' : 'The provider has not answered yet', status };
}
