export {
  CheckIndependence,
  type Participant,
  MemberCount,
  MoneyGrants,
  GrantProposalSource,
  type GrantRequest,
} from './approvals.js';
export { SecondFactors, CodeProofs, SecondFactorStore, TwoFactor } from './second-factors.js';
export {
  StaffInvitations,
  StaffProfiles,
  StaffSettings,
  drawInvitation,
  newStaffProfile,
  type StaffProfile,
} from './profiles.js';
export { staffFailures, effectiveGrants, type Grant, grantsOfRole, refuseUnlessSuperAdministrator } from './grants.js';
export { CreateAdministrator } from './create-administrator.js';
export { RegisterStaff } from './sign-in.js';
