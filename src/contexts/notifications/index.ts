export { MailEntries, Notices, Sms, StaffAlerts, UserMessages } from './notifications.js';
export { Push, PushDevices, type PushMessage, RecentPushes } from './push.js';
