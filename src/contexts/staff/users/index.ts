export { ModifyUser } from './application/modify-user.js';
