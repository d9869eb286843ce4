/** Whose personal data are erased. */
export interface DataSubject {
  readonly userId: string;
  readonly email: string;
  /** Of the devices that signed in. */
  readonly deviceSerials: readonly string[];
}

/** Implemented by each context that keeps personal data. */
export abstract class Eraser {
  /** What the law does not make us keep, by bounded pages. Repeated after a crash. */
  abstract erase(subject: DataSubject): Promise<void>;
}

/** The contexts register at start, because identity cannot import them. */
export class Erasers {
  private readonly erasers: Eraser[] = [];

  register(eraser: Eraser): void {
    this.erasers.push(eraser);
  }

  async erase(subject: DataSubject): Promise<void> {
    for (const eraser of this.erasers) await eraser.erase(subject);
  }
}
