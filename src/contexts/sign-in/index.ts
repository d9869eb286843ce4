export {
  type AccountChanges,
  AccountClosings,
  type AccountDetails,
  AccountDirectory,
  type AccountFilter,
  Accounts,
  type Payer,
  type Registration,
  Registrations,
  ReplacedAccounts,
  Users,
  ACCOUNT_STATUSES,
  type Account,
  type AccountStatus,
  type User,
  isLeaving,
  CLOSING_PERIOD_MS,
  addressOfClosed,
} from './accounts.js';
export {
  type Device,
  type LoginRecord,
  LoginRecords,
  type OwnerSecrets,
  Sessions,
  type SignInContext,
  SignInSettings,
  type Credentials,
} from './sessions.js';
export { PaymentAuthorisation, TransactionPins } from './credentials.js';
export { Passwords, delayedLogin } from './passwords.js';
export { isCoolingOff } from './cooling-off.js';
export { signInFailures } from './failures.js';
export { PIN_FORM } from './transaction-pin.js';
export { LogIn, OwnerProof, RegisterUser, SecondFactorRule, SignIn } from './log-in.js';
export { MailedCodes, SendVerificationCode } from './codes.js';
export { NewAccounts } from './account-opening.js';
