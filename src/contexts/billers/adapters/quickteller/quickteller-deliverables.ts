import { type Deliverable, deliverableOf, withoutSeparators } from '../../../../kernel/deliverable.js';
import type { SubmittedPurchase } from '../../application/ports.js';
import { attributesIn, labelledDeliverables, withoutLabelled } from '../../domain/delivered-text.js';
import type { PaymentAnswer } from './quickteller-answers.js';

const LEAST_DIGITS = 6;

/** `RechargePIN` or `MiscData` have what was delivered, the others its serial and units, or a literal as `Virtual Top Up`. */
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
