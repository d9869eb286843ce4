export { Transfers } from './application/ports/transfers.js';
