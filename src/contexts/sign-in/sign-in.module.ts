import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { SessionDirectory } from '../../platform/http/session-directory.js';
import { RedisConnection } from '../../platform/redis/redis.js';
import { AbuseModule } from '../abuse/abuse.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Argon2PasswordHasher } from './adapters/argon2/argon2-password-hasher.js';
import { CacheInvalidator, LocalCacheInvalidator } from './adapters/cache/cache-invalidator.js';
import { CacheSettings } from './adapters/cache/cache-settings.js';
import { CachedSessionDirectory } from './adapters/cache/cached-session-directory.js';
import { CachedUsers } from './adapters/cache/cached-users.js';
import { RedisCacheInvalidator } from './adapters/cache/redis-cache-invalidator.js';
import { JoseGoogleAccounts } from './adapters/jose/jose-google-accounts.js';
import {
  AccountClosingRow,
  CodeMailingRow,
  LoginRecordRow,
  MailedCodeRow,
  NameWordRow,
  PasswordHistoryRow,
  SessionRow,
  TransactionPinRow,
  UsedIdTokenRow,
  UserRow,
} from './adapters/typeorm/sign-in.rows.js';
import { ActivityWriter } from './adapters/typeorm/activity-writer.js';
import { NameWords } from './adapters/typeorm/name-words.js';
import { SessionGauge } from './adapters/typeorm/session-gauge.js';
import { SessionReader } from './adapters/typeorm/session-reader.js';
import { SessionSeal } from './adapters/typeorm/session-seal.js';
import { TypeormAccountClosings } from './adapters/typeorm/typeorm-account-closings.js';
import { TypeormAccountDirectory } from './adapters/typeorm/typeorm-account-directory.js';
import { TypeormAccounts } from './adapters/typeorm/typeorm-accounts.js';
import { TypeormFoundUsers } from './adapters/typeorm/typeorm-found-users.js';
import { TypeormLoginRecords } from './adapters/typeorm/typeorm-login-records.js';
import { TypeormRegistrations } from './adapters/typeorm/typeorm-registrations.js';
import { TypeormSessions } from './adapters/typeorm/typeorm-sessions.js';
import { TypeormSignInEraser } from './adapters/typeorm/typeorm-sign-in-eraser.js';
import { TypeormTransactionPins } from './adapters/typeorm/typeorm-transaction-pins.js';
import { TypeormUsedIdTokens } from './adapters/typeorm/typeorm-used-id-tokens.js';
import { TypeormVerificationCodes } from './adapters/typeorm/typeorm-verification-codes.js';
import { ZxcvbnBreachedPasswords } from './adapters/zxcvbn/zxcvbn-breached-passwords.js';
import { AccountOpening } from './application/account-opening.js';
import { AuthorisePayment } from './application/authorise-payment.js';
import { BeginSession } from './application/begin-session.js';
import { ChangePassword } from './application/change-password.js';
import { CheckCode } from './application/check-code.js';
import { CheckPassword } from './application/check-password.js';
import { ChoosePassword } from './application/choose-password.js';
import { CodeGuesses } from './application/code-guesses.js';
import { EndCoolingOff } from './application/end-cooling-off.js';
import { EndReusedSession } from './application/end-reused-session.js';
import { EndSession } from './application/end-session.js';
import { GoogleSignInAccount } from './application/google-sign-in-account.js';
import { LogInWithGoogle } from './application/log-in-with-google.js';
import { LogIn } from './application/log-in.js';
import { OpenAccount } from './application/open-account.js';
import { PasswordSignIn } from './application/password-sign-in.js';
import { PasswordVerifier } from './application/password-verifier.js';
import { ProvedPins } from './application/proved-pins.js';
import { BreachedPasswords } from './application/ports/breached-passwords.js';
import {
  AccountClosings,
  AccountDirectory,
  Accounts,
  GoogleAccounts,
  NewAccounts,
  Registrations,
  UsedIdTokens,
  Users,
} from './application/ports/accounts.js';
import { LoginHistory, LoginRecords, OwnerProof, Sessions, SignIn, SignInSettings } from './application/ports/sessions.js';
import { PasswordHasher, PaymentAuthorisation, TransactionPins, VerificationCodes } from './application/ports/credentials.js';
import { ProveOwner } from './application/prove-owner.js';
import { ProvePassword } from './application/prove-password.js';
import { CoolOff } from './application/cool-off.js';
import { ReclaimAccount } from './application/reclaim-account.js';
import { RecogniseDevice } from './application/recognise-device.js';
import { RegisterUser } from './application/register-user.js';
import { ReleaseAddress } from './application/release-address.js';
import { ReopenAccount } from './application/reopen-account.js';
import { ResetPassword } from './application/reset-password.js';
import { RotateSession } from './application/rotate-session.js';
import { SendVerificationCode } from './application/send-verification-code.js';
import { UnprovedRecipients } from './application/unproved-recipients.js';
import { UpdateEmail } from './application/update-email.js';
import { UpdatePin } from './application/update-pin.js';
import { VerifyEmail } from './application/verify-email.js';
import { VerifyPhone } from './application/verify-phone.js';
import { VerifyPin } from './application/verify-pin.js';
import { WarnOfGuessing } from './application/warn-of-guessing.js';
import { CredentialsOperations } from './credentials.operations.js';
import { LoginRecordsJobs } from './login-records.jobs.js';
import { PhoneOperations } from './phone.operations.js';
import { SessionOperations } from './session.operations.js';
import { SignInJobs } from './sign-in.jobs.js';
import { SignInOperations } from './sign-in.operations.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { SignInEnvironment } from './sign-in.settings.js';

const ROWS = [
  AccountClosingRow,
  NameWordRow,
  UserRow,
  PasswordHistoryRow,
  SessionRow,
  MailedCodeRow,
  CodeMailingRow,
  LoginRecordRow,
  TransactionPinRow,
  UsedIdTokenRow,
];

@Module({
  imports: [TypeOrmModule.forFeature(ROWS), AbuseModule, NotificationsModule, LedgerModule],
  providers: [
    provideSettings(SignInEnvironment),
    SessionGauge,
    SignInOperations,
    SessionOperations,
    CredentialsOperations,
    PhoneOperations,
    SignInJobs,
    LoginRecordsJobs,

    RegisterUser,
    OpenAccount,
    LogIn,
    LogInWithGoogle,
    GoogleSignInAccount,
    BeginSession,
    RecogniseDevice,
    WarnOfGuessing,
    ReclaimAccount,
    ReleaseAddress,
    ReopenAccount,
    EndReusedSession,
    EndSession,
    RotateSession,
    PasswordVerifier,
    ProvePassword,
    ChangePassword,
    ResetPassword,
    CheckPassword,
    ChoosePassword,
    SendVerificationCode,
    CheckCode,
    CodeGuesses,
    VerifyEmail,
    VerifyPhone,
    UpdateEmail,
    UpdatePin,
    VerifyPin,
    UnprovedRecipients,
    CoolOff,
    EndCoolingOff,
    ProvedPins,

    { provide: Accounts, useClass: TypeormAccounts },
    { provide: AccountClosings, useClass: TypeormAccountClosings },
    { provide: AccountDirectory, useClass: TypeormAccountDirectory },
    { provide: NewAccounts, useClass: AccountOpening },
    { provide: PaymentAuthorisation, useClass: AuthorisePayment },
    { provide: OwnerProof, useClass: ProveOwner },
    { provide: SignIn, useClass: PasswordSignIn },
    { provide: Registrations, useClass: TypeormRegistrations },
    { provide: Sessions, useClass: TypeormSessions },
    { provide: VerificationCodes, useClass: TypeormVerificationCodes },
    { provide: TransactionPins, useClass: TypeormTransactionPins },
    { provide: LoginRecords, useClass: TypeormLoginRecords },
    { provide: LoginHistory, useExisting: LoginRecords },
    { provide: BreachedPasswords, useClass: ZxcvbnBreachedPasswords },
    { provide: PasswordHasher, useFactory: () => new Argon2PasswordHasher() },
    { provide: UsedIdTokens, useClass: TypeormUsedIdTokens },
    { provide: GoogleAccounts, useClass: JoseGoogleAccounts },
    {
      provide: SignInSettings,
      useFactory: (settings: SignInEnvironment, { production }: Config) => settings.rules(production),
      inject: [SignInEnvironment, Config],
    },

    TypeormSignInEraser,
    TypeormFoundUsers,
    NameWords,
    { provide: Users, useClass: CachedUsers },
    { provide: SessionDirectory, useClass: CachedSessionDirectory },
    SessionReader,
    SessionSeal,
    ActivityWriter,
    {
      provide: CacheInvalidator,
      useFactory: (redis?: RedisConnection) => (redis ? new RedisCacheInvalidator(redis) : new LocalCacheInvalidator()),
      inject: [{ token: RedisConnection, optional: true }],
    },
    {
      provide: CacheSettings,
      useFactory: (config: Config) => new CacheSettings(config.redisUrl !== undefined),
      inject: [Config],
    },
  ],
  exports: [
    AccountClosings,
    Accounts,
    ProvePassword,
    SignInSettings,
    TransactionPins,
    AccountDirectory,
    LoginHistory,
    LoginRecords,
    NewAccounts,
    OwnerProof,
    PaymentAuthorisation,
    Registrations,
    SessionDirectory,
    Sessions,
    SignIn,
    Users,
  ],
})
export class SignInModule {}
