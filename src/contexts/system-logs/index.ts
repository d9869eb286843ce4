export {
  type CommittedWarning,
  type KeyedLog,
  type NewSystemLog,
  SystemLogs,
  UnsettledMoneySource,
} from './application/ports.js';
