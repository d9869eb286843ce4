export { Notices, Sms, StaffAlerts, UserMessages, type UserMessage } from './notifications.js';
export { Push, PushDevices, type PushMessage, PushRegistrations, RecentPushes } from './push.js';
