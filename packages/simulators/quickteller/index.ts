import type { SimulatedBiller } from '../shared/simulator.js';
import { QuicktellerSimulator } from './quickteller-simulator.js';

export const simulator: SimulatedBiller = {
  name: 'quickteller',
  kind: 'biller',
  title: 'Quickteller',
  place: 2,
  goods: {
    airtime: { paymentCode: '10906', amountKobo: 50_000, customer: (index) => `0803${7_000_000 + index}` },
    token: { paymentCode: '76601', amountKobo: 200_000, customer: (index) => `45${170_000_000 + index}` },
  },
  start: (port) => QuicktellerSimulator.start({}, port),
};
