import type { SimulatedBank } from '../shared/simulator.js';
import { MonnifySimulator } from './monnify-simulator.js';

export const simulator: SimulatedBank = {
  name: 'monnify',
  kind: 'deposit',
  title: 'Monnify',
  place: 2,
  start: (port) => MonnifySimulator.start(port),
};
