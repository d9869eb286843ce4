export { BoundDevices, devicesFailures } from './device.js';
export { ConfirmedAction, type Lines, PaymentConfirmations, paymentLines } from './confirmations.js';
