export { UserChanges } from './user-changes.js';
