/** A list of what is kept of a user, in plain words: no ids of others, no secrets and no hashes. */
export interface DataPart {
  /** As `transfers`. */
  readonly name: string;
  rows(userId: string): AsyncIterable<object>;
}

/** Implemented by each context that keeps personal data. */
export abstract class PersonalDataSource {
  abstract readonly parts: readonly DataPart[];
}

/** The contexts register at start, because none may import all others. */
export class PersonalData {
  private readonly sources: PersonalDataSource[] = [];

  register(source: PersonalDataSource): void {
    this.sources.push(source);
  }

  get parts(): readonly DataPart[] {
    return this.sources.flatMap(({ parts }) => parts);
  }
}
