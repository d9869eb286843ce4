import { type Deliverable, deliverableOf, rechargePin } from '../../../../kernel/deliverable.js';
import type { SecretBox } from '../../../../platform/crypto/secret-box.js';
import type { PurchaseRow } from './purchase.rows.js';

type SealedColumns = Pick<PurchaseRow, 'id' | 'sealedPin' | 'sealedDeliverables'>;

/** The version before reads `sealedPin` alone. */
export function sealedValues(secrets: SecretBox, id: string, deliverables: readonly Deliverable[]): Omit<SealedColumns, 'id'> {
  const pin = rechargePin(deliverables);
  return {
    sealedPin: pin === '' ? '' : secrets.encrypt(pin, id),
    sealedDeliverables: secrets.encrypt(JSON.stringify(deliverables), id),
  };
}

export function readDeliverables(secrets: SecretBox, { id, sealedPin, sealedDeliverables }: SealedColumns): Deliverable[] {
  if (sealedDeliverables) return JSON.parse(secrets.decrypt(sealedDeliverables, id)) as Deliverable[];
  if (sealedPin === '') return [];
  // The version before wrote the PINs of several cards into one text.
  return secrets.decrypt(sealedPin, id).split(', ').map(deliverableOf);
}
