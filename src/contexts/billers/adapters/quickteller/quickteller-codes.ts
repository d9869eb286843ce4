import type { ErrorClass } from '../../../../kernel/provider-outcome.js';
import { type Deliverable, deliverableOf, withoutSeparators } from '../../../../kernel/deliverable.js';
import type { SubmittedPurchase } from '../../biller-provider.js';
import { attributesIn, labelledDeliverables, withoutLabelled } from '../../delivered-text.js';
import type { PaymentAnswer } from './quickteller-answers.js';

export type CodeClass =
  | 'success'
  /** Delivered only where the approved amount is the ordered one. */
  | 'partial'
  | 'pending'
  | 'not_found'
  | 'unknown'
  /** Failed where the grouping says so too. */
  | 'failed'
  | { readonly errorClass: ErrorClass; readonly failoverEligible: boolean };

export interface CodeMeaning {
  readonly meaning: string;
  /** In answer to a payment. */
  readonly pay: CodeClass;
  /** Class of a TransactionResponseCode of a query. */
  readonly query: CodeClass;
}

const setup = (meaning: string, errorClass: ErrorClass = 'provider_config'): CodeMeaning => ({
  meaning,
  pay: { errorClass, failoverEligible: true },
  query: 'failed',
});
const business = (meaning: string, errorClass: ErrorClass): CodeMeaning => ({
  meaning,
  pay: { errorClass, failoverEligible: false },
  query: 'failed',
});
/** After a payment it says too little; in a query it is the end of the purchase where the grouping agrees. */
const ambiguous = (meaning: string): CodeMeaning => ({ meaning, pay: 'unknown', query: 'failed' });
const always = (meaning: string, both: CodeClass): CodeMeaning => ({ meaning, pay: both, query: both });

/** The response codes of Quickteller. Any other one is unknown. */
export const QUICKTELLER_CODES: Readonly<Record<string, CodeMeaning>> = {
  '90000': always('successful', 'success'),
  '90010': always('partially approved', 'partial'),
  '90011': always('successful, VIP', 'success'),
  '90016': always('successful', 'success'),

  '10002': setup('invalid request', 'validation'),
  '10003': setup('unauthorized', 'provider_auth'),
  '10010': setup('partner not set up'),
  '10020': setup('partner misconfigured'),
  '10030': setup('partner deactivated'),
  '10040': setup('wrong address'),
  '10050': setup('cryptography not set up'),
  '10060': setup('cryptography not set up'),
  '10070': setup('cryptography not set up'),
  '10080': setup('cryptography not set up'),
  '10090': setup('cryptography not set up'),
  '10100': setup('cryptography not set up'),
  '10200': setup('disabled'),
  '20010': setup('node missing', 'validation'),
  '20020': setup('node empty', 'validation'),
  '20021': setup('terminal or client id'),
  '70010': business('biller not found', 'item_unavailable'),
  '70013': business('unrecognised customer', 'customer_invalid'),
  '70066': business('invalid amount', 'amount_out_of_range'),

  '70038': { meaning: 'no such reference yet', pay: 'unknown', query: 'not_found' },
  '90009': always('request in progress', 'pending'),

  '90001': { meaning: 'sent', pay: 'unknown', query: 'unknown' },
  '90006': ambiguous('host error'),
  '90013': ambiguous('invalid amount'),
  '90020': ambiguous('declined by the biller'),
  '90025': { meaning: 'no such transaction', pay: 'unknown', query: 'not_found' },
  '90026': always('duplicate reference', 'unknown'),
  '90030': ambiguous('format'),
  '90051': ambiguous('insufficient funds'),
  '90052': ambiguous('unknown customer'),
  '90068': always('response received too late', 'unknown'),
  '90091': ambiguous('remote unavailable'),
  '90092': ambiguous('routing'),
  '90094': always('suspected duplicate', 'unknown'),
  '90096': ambiguous('internal error'),
  '900A0': always('ambiguous', 'unknown'),
  '70017': ambiguous('wrong item'),
  '70018': always('invalid or duplicate reference', 'unknown'),

  E13: setup('authentication', 'provider_auth'),
  E22: setup('header', 'provider_auth'),
  E23: setup('header', 'provider_auth'),
  E18: always('unreachable', 'unknown'),
  E19: always('bad answer from behind', 'unknown'),
  E20: always('timed out', 'unknown'),
  E21: always('unknown', 'unknown'),
};

const LEAST_DIGITS = 6;

/** `RechargePIN` or `MiscData` have the deliverables, the others their serial and units, or a literal as `Virtual Top Up`. */
export function quicktellerDeliverables(answer: PaymentAnswer, purchase: SubmittedPurchase): Deliverable[] {
  if (!purchase.deliversPin) return [];
  const { rechargepin, miscdata, additionalinfo } = answer;
  const texts = [rechargepin, miscdata, additionalinfo];
  const labelled = texts.flatMap(labelledDeliverables);
  const plain = [rechargepin, miscdata].map((text) => valuesIn(withoutLabelled(text), purchase)).find(({ length }) => length > 0);
  const isLabelled = ({ value }: Deliverable) =>
    labelled.some((each) => withoutSeparators(each.value) === withoutSeparators(value));
  const found = [...(plain ?? []).filter((each) => !isLabelled(each)), ...labelled];
  const more = texts.filter((text) => labelledDeliverables(text).length === 0).map(attributesIn);
  return found.map((each, index) => Object.assign({}, ...more.map((attributes) => attributes[index]), each) as Deliverable);
}

/** Numbers alone; several are separated as in a list. */
function valuesIn(text: string, { customerId }: SubmittedPurchase): Deliverable[] {
  const digitsOf = (value: string) => value.replaceAll(/\D/g, '');
  return text
    .split(/[,;|]/)
    .map((value) => value.trim())
    .filter((value) => digitsOf(value).length >= LEAST_DIGITS && digitsOf(value) !== customerId)
    .map(deliverableOf);
}
