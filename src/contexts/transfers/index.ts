export { Transfers } from './application/ports.js';
export { CreateTransfer } from './application/create-transfer.js';
