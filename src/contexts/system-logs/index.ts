export {
  type CommittedWarning,
  type KeyedLog,
  type MoneyState,
  type NewSystemLog,
  SystemLogs,
  UnsettledMoneySource,
} from './system-logs.js';
