export { CreateTransfer, MINIMUM_TRANSFER_KOBO, Transfers } from './transfers.js';
