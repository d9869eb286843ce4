import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../../platform/config/config.js';
import { provideSettings } from '../../../platform/config/provide-settings.js';
import { HttpEnvironment } from '../../../platform/http/http.settings.js';
import { AbuseModule } from '../../abuse/abuse.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { KeyedCodeProofs } from './adapters/crypto/keyed-code-proofs.js';
import { SecondFactorSetUp } from './adapters/qrcode/second-factor-set-up.js';
import { OtplibTwoFactor } from './adapters/otplib/otplib-two-factor.js';
import { StaffProfileRow } from './adapters/typeorm/staff-profile.row.js';
import { TypeormFoundStaff } from './adapters/typeorm/typeorm-found-staff.js';
import { TypeormSecondFactors } from './adapters/typeorm/typeorm-second-factors.js';
import { TypeormStaffProfiles } from './adapters/typeorm/typeorm-staff-profiles.js';
import { ChangeGrants } from './application/change-grants.js';
import { CheckIndependence } from './application/check-independence.js';
import { CheckOwnCode } from './application/check-own-code.js';
import { ChangeStaffDetails } from './application/change-staff-details.js';
import { CountMembers } from './application/count-members.js';
import { CreateAdministrator } from './application/create-administrator.js';
import { DecidesAlone } from './application/decides-alone.js';
import { DisableStaff } from './application/disable-staff.js';
import { InvitationMails } from './application/invitation-mails.js';
import { InviteStaff } from './application/invite-staff.js';
import { GiveGrants } from './application/give-grants.js';
import { LogInStaff } from './application/log-in-staff.js';
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
import { ResetSecondFactor } from './application/reset-second-factor.js';
import { SecondFactorCheck } from './application/second-factor-check.js';
import { StaffMembership } from './application/staff-membership.js';
import { NotifyOfSecondFactor } from './application/notify-of-second-factor.js';
import { LoadStaffViews } from './application/load-staff-views.js';
import { StaffInvitationsOperations } from './staff-invitations.operations.js';
import { RolesOperations } from './roles.operations.js';
import { StaffOperations } from './staff.operations.js';
import { StaffSignInOperations } from './staff-sign-in.operations.js';
import { TwoFactorOperations } from './two-factor.operations.js';
import { StaffEnvironment } from './staff.settings.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([StaffProfileRow]),
    AbuseModule,
    AuditModule,
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

    CreateAdministrator,
    InvitationMails,
    InviteStaff,
    ReinviteStaff,
    ChangeStaffDetails,
    SecondFactorSetUp,
    RegisterStaff,
    LogInStaff,
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

    { provide: StaffProfiles, useClass: TypeormStaffProfiles },
    { provide: StaffInvitations, useExisting: StaffProfiles },
    { provide: SecondFactors, useClass: TypeormSecondFactors },
    { provide: TwoFactor, useClass: OtplibTwoFactor },
    { provide: CodeProofs, useClass: KeyedCodeProofs },
    {
      provide: StaffSettings,
      useFactory: (settings: StaffEnvironment, { production }: Config, http: HttpEnvironment): StaffSettings => ({
        officeNetworks: settings.officeNetworks(production),
        consoleUrl: `${http.publicUrl}/console`,
      }),
      inject: [StaffEnvironment, Config, HttpEnvironment],
    },
  ],
  exports: [CheckIndependence, CheckOwnCode, CodeProofs, DecidesAlone, GiveGrants, StaffProfiles, StaffSettings],
})
export class StaffModule {}
