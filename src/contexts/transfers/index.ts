export { Transfers, CreateTransfer } from './transfers.js';
