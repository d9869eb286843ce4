/** A list of the data of a user, in plain words: no ids of others, no secrets and no hashes. */
export interface DataPart {
  /** Name such as `transfers`. */
  readonly name: string;
  rows(userId: string): AsyncIterable<object>;
}

/** Contributed by each context that keeps personal data. */
export abstract class PersonalDataSource {
  abstract readonly parts: readonly DataPart[];
}
