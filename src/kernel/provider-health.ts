/** Sets providers aside that fail in a row, for all processes, and lets one request at a time try them again. */
export abstract class ProviderHealth {
  /** True for one request at a time where the provider was set aside and its pause is over. */
  abstract allows(provider: string): Promise<boolean>;
  abstract succeeded(provider: string): Promise<void>;
  /** It was not reached, did not answer in time, or failed itself. */
  abstract failed(provider: string): Promise<void>;
  /** A request that was allowed was not sent after all. */
  abstract released(provider: string): Promise<void>;
  /** Unix ms; undefined while it is in use. */
  abstract setAsideSince(provider: string): Promise<number | undefined>;
}
