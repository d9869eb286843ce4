import type { SimulatedBank } from '../shared/simulator.js';
import { PaystackSimulator } from './paystack-simulator.js';

export const simulator: SimulatedBank = {
  name: 'paystack',
  kind: 'deposit',
  title: 'Paystack',
  place: 1,
  start: (port) => PaystackSimulator.start(undefined, port),
};
