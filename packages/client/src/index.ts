export { HarmattanClient } from './client.js';
export {
  confirmPayment,
  type ConfirmedAction,
  type DeviceSigner,
  passkeySigner,
  type PaymentChallenge,
} from './confirmations.js';
export { type Deliverable, type DeliverableKind, deliverablesOf, grouped } from './deliverables.js';
export { type Digests, nodeDigests, type NodeCrypto, webDigests } from './digests.js';
export { type AnyErrorId, HarmattanError, isHarmattanError, type LocalErrorId, type SignatureExplanation } from './errors.js';
export type { UploadedFile } from './form.js';
export { type ErrorId, OPERATIONS } from './generated/operations.js';
export type { components } from './generated/types.js';
export {
  type AirtimeOrder,
  type BillOrder,
  type BuyOptions,
  followPurchase,
  offerAirtime,
  offerBill,
  type PaidPurchase,
  type PurchaseOffer,
} from './offers.js';
export type { Action, Data, Input, Item, Page, PagedAction, SignInAction } from './operations.js';
export type { CallOptions, ClientOptions, UploadOptions } from './options.js';
export {
  followPayout,
  type FollowOptions,
  offerPayout,
  type PayOptions,
  type Payout,
  type PayoutEnd,
  payoutEndOf,
  type PayoutOffer,
  type PayoutOrder,
} from './payouts.js';
export type { RetryOptions } from './retries.js';
export type { Sandbox, SandboxMail, SandboxOrder, SandboxPayment, SandboxState } from './sandbox.js';
export { type KeyValueStorage, type Session, sessionIn, sessionInMemory, type SessionStore } from './sessions.js';
export {
  type Credentials,
  formBodyHash,
  formManifest,
  type HashedPart,
  rawBodyHash,
  signedHeaders,
  type SignedParts,
  type SigningKey,
  stringToSign,
} from './signing.js';
export { type PaymentStatus, paymentStatus } from './statuses.js';
export type { Fetch, Progress } from './transport.js';
