export { CheckOwnCode } from './application/check-own-code.js';
export { staffFailures } from './domain/staff.failures.js';
