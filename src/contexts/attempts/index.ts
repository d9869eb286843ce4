export { AdvanceAttempts, type Advanced, firstQueryAt, type HandedOn } from './advance-attempts.js';
export {
  type AttemptAnswer,
  type Postponement,
  AttemptRecords,
  AttemptTimeline,
  AttemptHistory,
  BackgroundWork,
  ClosedAccountLog,
  TellStaff,
} from './attempts.js';
export {
  type AttemptCapabilities,
  ProviderAvailability,
  notInUse,
  outcomeOf,
  SubmitWindow,
  WatchFloat,
  withTimeout,
} from './provider-calls.js';
export { type AnsweredOrders, AnswerInTime, AskNow, type RequeryAnswer, resolvedWithin } from './answer-in-time.js';
export { redacted, reversalCheckDelayMs, type Delivery, type ProviderCall } from './verdict.js';
