export { CreatePayee, type Target as PayeeTarget } from './application/create-payee.js';
export { type PaidTo, Payees } from './application/payees.js';
export type { Payee } from './domain/payee.js';
export { payeesFailures } from './domain/payees.failures.js';
