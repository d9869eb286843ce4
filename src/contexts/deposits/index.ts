export { OpenDeposits } from './application/ports/open-deposits.js';
