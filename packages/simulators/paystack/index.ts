import type { SimulatedBank, SimulatedPayer } from '../shared/simulator.js';
import { PaystackSimulator } from './paystack-simulator.js';

const described = {
  name: 'paystack',
  title: 'Paystack',
  place: 1,
  start: (port: number) => PaystackSimulator.start(undefined, port),
};

export const simulator: SimulatedBank = { ...described, kind: 'deposit' };

export const payer: SimulatedPayer = { ...described, kind: 'payout' };
