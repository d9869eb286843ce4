export { ApprovedUserChanges, ProposeUserChange } from './application/user-changes.js';
export { ProposeAdjustment } from './application/propose-adjustment.js';
export { ProposeResolution } from './application/propose-resolution.js';
export { ProposeSettlement } from './application/propose-settlement.js';
