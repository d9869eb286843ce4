export { Notices } from './application/ports/notices.js';
export { PushRegistrations } from './application/ports/push-registrations.js';
export { Push, type PushMessage } from './application/ports/push.js';
export { StaffAlerts } from './application/ports/staff-alerts.js';
export { UserMessages, type UserMessage } from './application/user-messages.js';
export { PushDevices } from './application/ports/push-devices.js';
export { Sms } from './application/ports/sms.js';
export { RecentPushes } from './application/recent-pushes.js';
