/** The public face of deposits: ports and types. */
export { OpenDeposits } from './application/ports/open-deposits.js';
