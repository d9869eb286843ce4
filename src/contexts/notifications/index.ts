export { Notices, type NewNotice } from './application/ports/notices.js';
export { PushRegistrations, type NewPushRegistration } from './application/ports/push-registrations.js';
export { Push, type PushMessage } from './application/ports/push.js';
