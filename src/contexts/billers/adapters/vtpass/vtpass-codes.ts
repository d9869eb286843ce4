import type { ErrorClass } from '../../../../kernel/provider-outcome.js';

/** Meaning of a code for a purchase. `status`: the answer's own transaction status decides. */
export type CodeClass =
  | 'status'
  | 'pending'
  | 'failed'
  | 'reversed'
  | 'not_found'
  /** The support of the provider has to be asked. */
  | 'manual'
  | 'unknown'
  | { readonly errorClass: ErrorClass; readonly failoverEligible: boolean };

const refused = (errorClass: ErrorClass): CodeClass => ({ errorClass, failoverEligible: false });
/** Another provider may deliver it. */
const elsewhere = (errorClass: ErrorClass): CodeClass => ({ errorClass, failoverEligible: true });

export interface CodeMeaning {
  readonly meaning: string;
  readonly pay: CodeClass;
  /** Absent: the code says nothing of the purchase that is asked about. */
  readonly requery?: CodeClass;
}

/** The response codes of VTpass. Any other one is unknown. */
export const VTPASS_CODES: Readonly<Record<string, CodeMeaning>> = {
  '000': { meaning: 'processed', pay: 'status', requery: 'status' },
  '001': { meaning: 'answer to a query', pay: 'status', requery: 'status' },
  '099': { meaning: 'still processing', pay: 'pending', requery: 'pending' },
  '089': { meaning: 'still processing', pay: 'pending', requery: 'pending' },
  '016': { meaning: 'failed', pay: 'failed', requery: 'failed' },
  '040': { meaning: 'reversed', pay: 'reversed', requery: 'reversed' },
  '044': { meaning: 'resolved, ask the provider', pay: 'manual', requery: 'manual' },
  '091': { meaning: 'not processed, not charged', pay: elsewhere('biller_down'), requery: 'failed' },
  '014': { meaning: 'request id exists', pay: 'unknown' },
  '015': { meaning: 'request id unknown', pay: 'unknown', requery: 'not_found' },
  '019': { meaning: 'likely duplicate', pay: refused('suspected_duplicate') },
  '010': { meaning: 'variation does not exist', pay: refused('validation') },
  '011': { meaning: 'invalid arguments', pay: refused('validation') },
  '012': { meaning: 'product does not exist', pay: refused('validation') },
  '013': { meaning: 'below the minimum', pay: refused('validation') },
  '017': { meaning: 'above the maximum', pay: refused('validation') },
  '031': { meaning: 'below the minimum quantity', pay: refused('validation') },
  '032': { meaning: 'above the maximum quantity', pay: refused('validation') },
  '018': { meaning: 'low wallet balance', pay: elsewhere('provider_float') },
  '021': { meaning: 'account locked', pay: elsewhere('provider_config') },
  '022': { meaning: 'account suspended', pay: elsewhere('provider_config') },
  '023': { meaning: 'no access to the API', pay: elsewhere('provider_config') },
  '024': { meaning: 'account inactive', pay: elsewhere('provider_config') },
  '027': { meaning: 'address not allowed', pay: elsewhere('provider_config') },
  '028': { meaning: 'product not allowed', pay: elsewhere('provider_config') },
  '085': { meaning: 'malformed request id', pay: elsewhere('provider_config') },
  '087': { meaning: 'invalid credentials', pay: elsewhere('provider_config') },
  '030': { meaning: 'biller unreachable', pay: elsewhere('biller_down') },
  '034': { meaning: 'service suspended', pay: elsewhere('biller_down') },
  '035': { meaning: 'service inactive', pay: elsewhere('biller_down') },
  '020': { meaning: 'biller confirmed, which is no answer to a purchase', pay: refused('validation') },
  '083': { meaning: 'system error', pay: 'unknown', requery: 'unknown' },
};

/** Meaning of `content.transactions.status` of a processed purchase. Any other one is unknown. */
export const VTPASS_STATUSES: Readonly<Record<string, 'success' | 'pending' | 'failed' | 'reversed'>> = {
  delivered: 'success',
  initiated: 'pending',
  pending: 'pending',
  failed: 'failed',
  reversed: 'reversed',
};
