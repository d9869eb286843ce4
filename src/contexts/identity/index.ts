export { Verifications } from './verifications.js';
