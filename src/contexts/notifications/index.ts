export { Notices, Push, PushDevices, type PushMessage, PushRegistrations, Sms, StaffAlerts } from './application/ports.js';
export { UserMessages, type UserMessage } from './application/user-messages.js';
export { RecentPushes } from './application/recent-pushes.js';
