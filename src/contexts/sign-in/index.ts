export {
  type AccountChanges,
  AccountClosings,
  type AccountDetails,
  AccountDirectory,
  type AccountFilter,
  Accounts,
  NewAccounts,
  type Payer,
  type Registration,
  Registrations,
  ReplacedAccounts,
  Users,
} from './application/ports/accounts.js';
export {
  type Device,
  LoginHistory,
  type LoginRecord,
  LoginRecords,
  OwnerProof,
  type OwnerSecrets,
  Sessions,
  SignIn,
  type SignInContext,
  SignInSettings,
} from './application/ports/sessions.js';
export { PaymentAuthorisation, TransactionPins } from './application/ports/credentials.js';
export { ProvePassword } from './application/prove-password.js';
export { ACCOUNT_STATUSES, type Account, type AccountStatus, type User, isLeaving } from './domain/account.js';
export { CLOSING_PERIOD_MS, addressOfClosed } from './domain/closing.js';
export { isCoolingOff } from './domain/cooling-off.js';
export { delayedLogin } from './domain/delayed-login.js';
export type { Credentials } from './domain/session.js';
export { signInFailures } from './domain/sign-in.failures.js';
export { PIN_FORM } from './domain/transaction-pin.js';
export { LogIn } from './application/log-in.js';
export { RegisterUser } from './application/register-user.js';
