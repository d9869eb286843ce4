import { Members, StaffMembership } from './members.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../../platform/config/config.js';
import { provideSettings } from '../../../platform/config/provide-settings.js';
import { HttpEnvironment } from '../../../platform/http/http.settings.js';
import { AbuseModule } from '../../abuse/abuse.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { SystemLogsModule } from '../../system-logs/system-logs.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { KeyedCodeProofs } from './adapters/keyed-code-proofs.js';
import { SecondFactorSetUp } from './adapters/second-factor-set-up.js';
import { OtplibTwoFactor } from './adapters/otplib-two-factor.js';
import { SimpleWebAuthnCeremonies } from '../../../platform/webauthn/simplewebauthn-ceremonies.js';
import { PasskeyChallengeRow, PasskeyRow, passkeyRecord, TypeormPasskeyStore } from './passkeys.store.js';
import {
  StaffProfileRow,
  TypeormFoundStaff,
  TypeormSecondFactorStore,
  TypeormStaffAccounts,
  TypeormStaffProfiles,
} from './members.store.js';
import { PasskeyCeremonies, relyingPartyOf } from '../../../kernel/passkeys.js';
import { Passkeys, PasskeyStore } from './passkeys.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { CheckIndependence, MemberCount, MoneyGrants, GrantProposals } from './approvals.js';
import { SecondFactors, CodeProofs, SecondFactorStore, TwoFactor } from './second-factors.js';
import { CreateAdministrator } from './create-administrator.js';
import { Invitations } from './invitations.js';
import { StaffSignIn, RegisterStaff } from './sign-in.js';
import { MemberMessages } from './messages.js';
import { StaffInvitations, StaffProfiles, StaffSettings } from './profiles.js';
import { PasskeySignInOperations, PasskeysOperations } from './passkeys.operations.js';
import { PasskeysJobs } from './passkeys.jobs.js';
import { StaffInvitationsOperations } from './invitations.operations.js';
import { RolesOperations, StaffOperations } from './members.operations.js';
import { StaffSignInOperations } from './sign-in.operations.js';
import { TwoFactorOperations } from './second-factors.operations.js';
import { StaffEnvironment } from './members.settings.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([StaffProfileRow, PasskeyRow, PasskeyChallengeRow]),
    AbuseModule,
    AuditModule,
    SystemLogsModule,
    SignInModule,
    NotificationsModule,
    AccountsModule,
  ],
  providers: [
    provideSettings(StaffEnvironment),
    StaffInvitationsOperations,
    RolesOperations,
    StaffOperations,
    StaffSignInOperations,
    TwoFactorOperations,
    PasskeysOperations,
    PasskeySignInOperations,
    PasskeysJobs,

    CreateAdministrator,
    Invitations,
    Members,
    SecondFactorSetUp,
    RegisterStaff,
    StaffSignIn,
    Passkeys,
    PasskeySignIn,
    MemberMessages,
    passkeyRecord,
    SecondFactors,
    MemberCount,
    GrantProposals,
    MoneyGrants,
    CheckIndependence,
    StaffMembership,
    TypeormFoundStaff,
    TypeormStaffAccounts,

    { provide: StaffProfiles, useClass: TypeormStaffProfiles },
    { provide: StaffInvitations, useExisting: StaffProfiles },
    { provide: SecondFactorStore, useClass: TypeormSecondFactorStore },
    { provide: TwoFactor, useClass: OtplibTwoFactor },
    { provide: CodeProofs, useClass: KeyedCodeProofs },
    { provide: PasskeyStore, useClass: TypeormPasskeyStore },
    {
      provide: PasskeyCeremonies,
      useFactory: ({ publicUrl }: HttpEnvironment) => new SimpleWebAuthnCeremonies(relyingPartyOf(publicUrl)),
      inject: [HttpEnvironment],
    },
    {
      provide: StaffSettings,
      useFactory: (settings: StaffEnvironment, { production }: Config, http: HttpEnvironment): StaffSettings => ({
        officeNetworks: settings.officeNetworks(production),
        consoleUrl: `${http.publicUrl}/console`,
      }),
      inject: [StaffEnvironment, Config, HttpEnvironment],
    },
  ],
  exports: [CheckIndependence, SecondFactors, CodeProofs, MemberCount, MoneyGrants, StaffProfiles, StaffSettings],
})
export class StaffModule {}
