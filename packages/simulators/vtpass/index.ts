import type { SimulatedBiller } from '../shared/simulator.js';
import { VtpassSimulator } from './vtpass-simulator.js';

export const simulator: SimulatedBiller = {
  name: 'vtpass',
  kind: 'biller',
  title: 'VTpass',
  place: 1,
  goods: {
    airtime: { paymentCode: 'mtn:airtime', amountKobo: 50_000, customer: (index) => `0803${7_000_000 + index}` },
    token: { paymentCode: 'ikeja-electric:prepaid', amountKobo: 200_000, customer: (index) => `45${170_000_000 + index}` },
  },
  start: (port) => VtpassSimulator.start(undefined, port),
};
