/** Description of a variable of the environment; `docs/settings.md` and `.env.example` are made of these. */
export interface Setting {
  readonly meaning: string;
  /** The behaviour if it is not set and no value says it. */
  readonly unset?: string;
  /** Form of a value that the schema knows only as text. */
  readonly form?: string;
  readonly example?: string;
  /** Credentials, codes or data of customers are sent there: https in production, but to this machine where that is allowed. */
  readonly needsHttps?: true;
}
