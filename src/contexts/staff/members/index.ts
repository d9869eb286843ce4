export { CheckIndependence, type Participant } from './application/check-independence.js';
export { CheckOwnCode } from './application/check-own-code.js';
export { GiveGrants } from './application/give-grants.js';
export { GrantProposalSource, type GrantRequest } from './application/ports/grant-proposals.js';
export type { Grant } from './domain/grants.js';
export { staffFailures } from './domain/staff.failures.js';
