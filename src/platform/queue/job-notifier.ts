/** A hint that a job of this name is due at this time, unix ms. */
export interface JobHint {
  readonly name: string;
  readonly dueAt: number;
}

/** Notifies processes that work jobs of a due one. A lost hint costs a second, the interval at which they poll. */
export abstract class JobNotifier {
  /** Never waits and never fails. */
  abstract notify(hint: JobHint): void;
  /** Hints reach one of the processes that listen. */
  abstract listen(take: (hint: JobHint) => void): void;
  /** Rejects when hints do not arrive. */
  abstract ping(): Promise<void>;
  /** Takes no further hints. */
  abstract stop(): Promise<void>;
  /** Closes connections. */
  abstract close(): Promise<void>;
}

/** For a single process with its own database. */
export class NoJobNotifier extends JobNotifier {
  override notify(): void {}

  override listen(): void {}

  override async ping(): Promise<void> {}

  override async stop(): Promise<void> {}

  override async close(): Promise<void> {}
}
