export interface DataSubject {
  readonly userId: string;
  readonly email: string;
  readonly deviceSerials: readonly string[];
}

/** Contributed by each context that keeps personal data. */
export abstract class Eraser {
  abstract readonly tables: readonly string[];
  /** Erases everything that the law does not make us keep, by bounded pages. Repeated after a crash. */
  abstract erase(subject: DataSubject): Promise<void>;
}
