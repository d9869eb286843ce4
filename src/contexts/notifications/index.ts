export { MailEntries, Notices, Sms, StaffAlerts, UserMessages } from './notifications.js';
export { Push, PushDevices, type PushMessage, PushRegistrations, RecentPushes } from './push.js';
