/** The public face of identity: ports and types. */
export { AccountAdministration, type AccountChanges } from './application/ports/account-administration.js';
export { AccountDirectory, type AccountDetails } from './application/ports/account-directory.js';
export type { Entrance } from './application/ports/entrance.js';
export { Guesses } from './application/ports/guesses.js';
export { LoginHistory, LoginRecords, type RecordedLogin } from './application/ports/login-records.js';
export { NewAccounts } from './application/ports/new-accounts.js';
export { type Registration, Registrations } from './application/ports/registrations.js';
export { type Device, Sessions } from './application/ports/sessions.js';
export { SignIn } from './application/ports/sign-in.js';
export { UserFigures, type Figures } from './application/ports/user-figures.js';
export { Users } from './application/ports/users.js';
export type { Account, AccountStatus, Person } from './domain/account.js';
export type { Credentials } from './domain/session.js';
