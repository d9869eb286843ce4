export { CheckIndependence, type Participant } from './application/check-independence.js';
export { CheckOwnCode } from './application/check-own-code.js';
export { GiveGrants } from './application/give-grants.js';
export {
  GrantProposalSource,
  type GrantRequest,
  SecondFactors,
  StaffInvitations,
  StaffProfiles,
  TwoFactor,
} from './application/ports.js';
export { staffFailures } from './domain/staff.failures.js';
export { CreateAdministrator } from './application/create-administrator.js';
export { RegisterStaff } from './application/register-staff.js';
export { ALL_GRANTS, type Grant, refuseUnlessSuperAdministrator } from './domain/grants.js';
export { drawInvitation, newStaffProfile } from './domain/staff-profile.js';
