export { ModifyUser } from './modify-user.js';
