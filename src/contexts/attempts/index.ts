export { AttemptEngine, firstQueryAt } from './engine.js';
export { AttemptWebhooks, type Product } from './product.js';
export { type AttemptEnd, ClosedAccountLog, type Ending, Resolutions, Settlements } from './settlements.js';
export {
  type AttemptAnswer,
  AttemptHistory,
  type AttemptRecord,
  AttemptRecords,
  AttemptStore,
  AttemptTimeline,
  BackgroundWork,
  type DueOrder,
  type OrderAttempts,
  type OrderKind,
  type Postponement,
} from './attempts.js';
export {
  type AttemptCapabilities,
  ProviderAvailability,
  ProviderList,
  SubmitWindow,
  WatchFloat,
  withTimeout,
} from './provider-calls.js';
export { type AnsweredOrders, AnswerInTime, AskNow, type RequeryAnswer } from './answer-in-time.js';
export { type AttemptStatus, redacted, reversalCheckDelayMs, type Delivery, type ProviderCall } from './verdict.js';
