export { type CommittedWarning, SystemLogs, type NewSystemLog } from './application/ports/system-logs.js';
export { type KeyedLog, UnsettledMoneySource } from './application/ports/unsettled-money.js';
