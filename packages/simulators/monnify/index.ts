import type { SimulatedBank, SimulatedPayer } from '../shared/simulator.js';
import { MonnifySimulator } from './monnify-simulator.js';

const described = { name: 'monnify', title: 'Monnify', place: 2, start: (port: number) => MonnifySimulator.start(port) };

export const simulator: SimulatedBank = { ...described, kind: 'deposit' };

export const payer: SimulatedPayer = { ...described, kind: 'payout' };
