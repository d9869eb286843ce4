export { CheckIndependence, type Participant } from './application/check-independence.js';
export { CheckOwnCode } from './application/check-own-code.js';
export { DecidesAlone } from './application/decides-alone.js';
export { GiveGrants } from './application/give-grants.js';
export {
  CodeProofs,
  GrantProposalSource,
  type GrantRequest,
  SecondFactors,
  StaffInvitations,
  StaffProfiles,
  StaffSettings,
  TwoFactor,
} from './application/ports.js';
export { staffFailures } from './domain/staff.failures.js';
export { CreateAdministrator } from './application/create-administrator.js';
export { RegisterStaff } from './application/register-staff.js';
export { effectiveGrants, type Grant, grantsOfRole, refuseUnlessSuperAdministrator } from './domain/grants.js';
export { drawInvitation, newStaffProfile, type StaffProfile } from './domain/staff-profile.js';
