export { Notices, type KeyedNotice, type NewNotice } from './application/ports/notices.js';
export { PushRegistrations, type NewPushRegistration } from './application/ports/push-registrations.js';
export { Push, type PushMessage, type PushRequest } from './application/ports/push.js';
export { StaffAlerts } from './application/ports/staff-alerts.js';
export { UserMessages, type UserMessage } from './application/user-messages.js';
export { PushDevices } from './application/ports/push-devices.js';
export { Sms, type SmsOutcome } from './application/ports/sms.js';
