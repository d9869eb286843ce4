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
import { KeyedCodeProofs } from './adapters/crypto/keyed-code-proofs.js';
import { SecondFactorSetUp } from './adapters/qrcode/second-factor-set-up.js';
import { OtplibTwoFactor } from './adapters/otplib/otplib-two-factor.js';
import { SimpleWebAuthnCeremonies } from './adapters/simplewebauthn/simplewebauthn-ceremonies.js';
import { PasskeyChallengeRow, PasskeyRow } from './adapters/typeorm/passkey.rows.js';
import { StaffProfileRow } from './adapters/typeorm/staff-profile.row.js';
import { TypeormFoundStaff } from './adapters/typeorm/typeorm-found-staff.js';
import { TypeormPasskeyChallenges } from './adapters/typeorm/typeorm-passkey-challenges.js';
import { TypeormPasskeysEraser } from './adapters/typeorm/typeorm-passkeys-eraser.js';
import { TypeormPasskeys } from './adapters/typeorm/typeorm-passkeys.js';
import { TypeormSecondFactors } from './adapters/typeorm/typeorm-second-factors.js';
import { TypeormStaffAccounts } from './adapters/typeorm/typeorm-staff-accounts.js';
import { TypeormStaffProfiles } from './adapters/typeorm/typeorm-staff-profiles.js';
import { AddPasskey } from './application/add-passkey.js';
import { AskForPasskey } from './application/ask-for-passkey.js';
import { ChangeGrants } from './application/change-grants.js';
import { CheckIndependence } from './application/check-independence.js';
import { CheckOwnCode } from './application/check-own-code.js';
import { ChangeStaffDetails } from './application/change-staff-details.js';
import { CountMembers } from './application/count-members.js';
import { CreateAdministrator } from './application/create-administrator.js';
import { DecidesAlone } from './application/decides-alone.js';
import { DisableStaff } from './application/disable-staff.js';
import { ExportedPasskeys } from './application/exported-passkeys.js';
import { InvitationMails } from './application/invitation-mails.js';
import { InviteStaff } from './application/invite-staff.js';
import { GiveGrants } from './application/give-grants.js';
import { LogInStaff } from './application/log-in-staff.js';
import { LogInWithPasskey } from './application/log-in-with-passkey.js';
import { NotifyOfPasskey } from './application/notify-of-passkey.js';
import { OfferPasskey } from './application/offer-passkey.js';
import { PasskeyCheck } from './application/passkey-check.js';
import { PasskeyCeremonies, PasskeyChallenges, Passkeys } from './application/passkey-ports.js';
import {
  CodeProofs,
  GrantProposals,
  SecondFactors,
  StaffInvitations,
  StaffProfiles,
  StaffSettings,
  TwoFactor,
} from './application/ports.js';
import { ProposeMoneyGrants } from './application/propose-money-grants.js';
import { RegisterStaff } from './application/register-staff.js';
import { ReinviteStaff } from './application/reinvite-staff.js';
import { RemovePasskey } from './application/remove-passkey.js';
import { ResetSecondFactor } from './application/reset-second-factor.js';
import { SecondFactorCheck } from './application/second-factor-check.js';
import { StaffMembership } from './application/staff-membership.js';
import { StaffSignIn } from './application/staff-sign-in.js';
import { NotifyOfSecondFactor } from './application/notify-of-second-factor.js';
import { WarnOfCopiedPasskey } from './application/warn-of-copied-passkey.js';
import { LoadStaffViews } from './application/load-staff-views.js';
import { relyingPartyOf } from './domain/relying-party.js';
import { PasskeySignInOperations } from './passkey-sign-in.operations.js';
import { PasskeysJobs } from './passkeys.jobs.js';
import { PasskeysOperations } from './passkeys.operations.js';
import { StaffInvitationsOperations } from './staff-invitations.operations.js';
import { RolesOperations } from './roles.operations.js';
import { StaffOperations } from './staff.operations.js';
import { StaffSignInOperations } from './staff-sign-in.operations.js';
import { TwoFactorOperations } from './two-factor.operations.js';
import { StaffEnvironment } from './staff.settings.js';

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
    InvitationMails,
    InviteStaff,
    ReinviteStaff,
    ChangeStaffDetails,
    SecondFactorSetUp,
    RegisterStaff,
    StaffSignIn,
    LogInStaff,
    OfferPasskey,
    AddPasskey,
    RemovePasskey,
    AskForPasskey,
    LogInWithPasskey,
    PasskeyCheck,
    WarnOfCopiedPasskey,
    NotifyOfPasskey,
    ExportedPasskeys,
    TypeormPasskeysEraser,
    SecondFactorCheck,
    CheckOwnCode,
    CountMembers,
    DecidesAlone,
    GrantProposals,
    ProposeMoneyGrants,
    GiveGrants,
    CheckIndependence,
    ResetSecondFactor,
    NotifyOfSecondFactor,
    ChangeGrants,
    DisableStaff,
    LoadStaffViews,
    StaffMembership,
    TypeormFoundStaff,
    TypeormStaffAccounts,

    { provide: StaffProfiles, useClass: TypeormStaffProfiles },
    { provide: StaffInvitations, useExisting: StaffProfiles },
    { provide: SecondFactors, useClass: TypeormSecondFactors },
    { provide: TwoFactor, useClass: OtplibTwoFactor },
    { provide: CodeProofs, useClass: KeyedCodeProofs },
    { provide: Passkeys, useClass: TypeormPasskeys },
    { provide: PasskeyChallenges, useClass: TypeormPasskeyChallenges },
    { provide: PasskeyCeremonies, useClass: SimpleWebAuthnCeremonies },
    {
      provide: StaffSettings,
      useFactory: (settings: StaffEnvironment, { production }: Config, http: HttpEnvironment): StaffSettings => ({
        officeNetworks: settings.officeNetworks(production),
        consoleUrl: `${http.publicUrl}/console`,
        relyingParty: relyingPartyOf(http.publicUrl),
      }),
      inject: [StaffEnvironment, Config, HttpEnvironment],
    },
  ],
  exports: [CheckIndependence, CheckOwnCode, CodeProofs, DecidesAlone, GiveGrants, StaffProfiles, StaffSettings],
})
export class StaffModule {}
