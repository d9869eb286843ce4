import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { SessionDirectory } from '../../platform/http/session-directory.js';
import { RedisConnection } from '../../platform/redis/redis.js';
import { AbuseModule } from '../abuse/abuse.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Argon2PasswordHasher } from './adapters/argon2-password-hasher.js';
import { CacheInvalidator, LocalCacheInvalidator, CacheSettings, RedisCacheInvalidator } from './adapters/invalidating-cache.js';
import { CachedSessionDirectory, SessionReader } from './session-directory.store.js';
import { CachedUsers } from './adapters/cached-users.js';
import { JoseGoogleAccounts } from './adapters/jose-google-accounts.js';
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
  SessionSeal,
} from './sign-in.rows.js';
import { ActivityWriter, TypeormLoginRecords } from './login-records.store.js';
import { NameWords } from './name-words.store.js';
import { SessionGauge, TypeormSessions } from './sessions.store.js';
import { TypeormAccountClosings, TypeormAccounts, TypeormRegistrations } from './accounts.store.js';
import { TypeormAccountDirectory, TypeormFoundUsers } from './account-directory.store.js';
import {
  TypeormSignInEraser,
  TypeormTransactionPins,
  TypeormUsedIdTokens,
  TypeormVerificationCodes,
} from './credentials.store.js';
import { ZxcvbnBreachedPasswords } from './adapters/zxcvbn-breached-passwords.js';
import { NewAccounts, OpenAccount, ReleaseAddress, ReopenAccount } from './account-opening.js';
import { AuthorisePayment, EndCoolingOff, ProvedPins, UpdatePin, VerifyPin } from './pins.js';
import { UserSessions, EndReusedSession, RecogniseDevice } from './user-sessions.js';
import { Passwords, BreachedPasswords, WarnOfGuessing } from './passwords.js';
import { MailedCodes, SendVerificationCode, UnprovedRecipients } from './codes.js';
import { GoogleSignInAccount, LogInWithGoogle } from './google.js';
import { LogIn, OwnerProof, RegisterUser, SecondFactorRules, SignIn } from './log-in.js';
import { AccountClosings, AccountDirectory, Accounts, GoogleAccounts, Registrations, UsedIdTokens, Users } from './accounts.js';
import { LoginRecords, Sessions, SignInSettings } from './sessions.js';
import { PasswordHasher, PaymentAuthorisation, TransactionPins, VerificationCodes } from './credentials.js';
import { AccountRecovery } from './cooling-off.js';
import { ResetPassword, UpdateEmail } from './reset-password.js';
import { VerifyPhone } from './phones.js';
import { CredentialsOperations } from './credentials.operations.js';
import { LoginRecordsJobs, SignInJobs } from './sign-in.jobs.js';
import { PhoneOperations } from './phone.operations.js';
import { SessionOperations } from './session.operations.js';
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
    NewAccounts,
    OwnerProof,
    SignIn,
    LogIn,
    SecondFactorRules,
    LogInWithGoogle,
    GoogleSignInAccount,
    UserSessions,
    RecogniseDevice,
    WarnOfGuessing,
    AccountRecovery,
    ReleaseAddress,
    ReopenAccount,
    EndReusedSession,
    Passwords,
    ResetPassword,
    SendVerificationCode,
    MailedCodes,
    VerifyPhone,
    UpdateEmail,
    UpdatePin,
    VerifyPin,
    UnprovedRecipients,
    EndCoolingOff,
    ProvedPins,

    { provide: Accounts, useClass: TypeormAccounts },
    { provide: AccountClosings, useClass: TypeormAccountClosings },
    { provide: AccountDirectory, useClass: TypeormAccountDirectory },
    { provide: PaymentAuthorisation, useClass: AuthorisePayment },
    { provide: Registrations, useClass: TypeormRegistrations },
    { provide: Sessions, useClass: TypeormSessions },
    { provide: VerificationCodes, useClass: TypeormVerificationCodes },
    { provide: TransactionPins, useClass: TypeormTransactionPins },
    { provide: LoginRecords, useClass: TypeormLoginRecords },
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
    Passwords,
    SignInSettings,
    TransactionPins,
    AccountDirectory,
    LoginRecords,
    MailedCodes,
    NewAccounts,
    OwnerProof,
    PaymentAuthorisation,
    Registrations,
    SendVerificationCode,
    SessionDirectory,
    Sessions,
    SignIn,
    Users,
  ],
})
export class SignInModule {}
