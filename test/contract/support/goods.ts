import { AIRTIME, ELECTRICITY } from '../../contexts/purchases/support.js';
import type { Simulators } from '../../../packages/simulators/console/simulators.js';
import { VtpassSimulator } from '../../../packages/simulators/vtpass/vtpass-simulator.js';

/** What the suite buys, from the catalogue of the providers in use. */
export interface Goods {
  readonly airtime: Readonly<Record<string, string | number>>;
  readonly airtimeItemId: string;
  readonly electricity: Readonly<Record<string, string | number>> & { paymentCode: string; billerId: string; category: string };
  /** Nobody's meter. */
  readonly unknownMeter: string;
}

export const SANDBOX_GOODS: Goods = {
  airtime: AIRTIME,
  airtimeItemId: 'mtn-airtime-vtu',
  electricity: ELECTRICITY,
  unknownMeter: '45030000006',
};

const SIMULATED_GOODS: Goods = {
  airtime: { ...AIRTIME, billerId: 'mtn' },
  airtimeItemId: 'mtn:airtime',
  electricity: { ...ELECTRICITY, itemId: 'ikeja-electric:prepaid', category: 'electricity-bill' },
  unknownMeter: SANDBOX_GOODS.unknownMeter,
};

/** Goods of simulated VTpass, prepared for a suite that buys the same again and again. */
export function simulatedGoods({ billers }: Simulators): Goods {
  const vtpass = billers.find(({ name }) => name === 'vtpass')?.running;
  if (!(vtpass instanceof VtpassSimulator)) throw new Error('VTpass is not simulated');
  vtpass.duplicateWithinMs = 0;
  vtpass.unknownCustomers.add(SIMULATED_GOODS.unknownMeter);
  return SIMULATED_GOODS;
}
