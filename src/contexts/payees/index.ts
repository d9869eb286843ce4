export { CreatePayee, type Target as PayeeTarget, type PaidTo, Payees } from './payees.js';
export { type Payee, payeesFailures } from './payee.js';
