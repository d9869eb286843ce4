/** What a variable of the environment is for; `docs/settings.md` and `.env.example` are made of these. */
export interface Setting {
  readonly meaning: string;
  /** What holds where it is not set, and no value says it. */
  readonly unset?: string;
  /** Where the schema says no more than that it is text. */
  readonly form?: string;
  readonly example?: string;
}
