export { Transfers } from './application/ports/transfers.js';
export { CreateTransfer } from './application/create-transfer.js';
