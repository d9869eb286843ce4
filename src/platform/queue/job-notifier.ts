export interface JobHint {
  readonly name: string;
  readonly dueAt: number;
}

/** Notifies other processes of due jobs. A lost notification costs a second, the polling interval. */
export abstract class JobNotifier {
  /** Never waits and never fails. */
  abstract notify(hint: JobHint): void;
  /** Each notification reaches one listening process. */
  abstract listen(take: (hint: JobHint) => void): void;
  /** Rejects when notifications do not arrive. */
  abstract ping(): Promise<void>;
  abstract stop(): Promise<void>;
  abstract close(): Promise<void>;
}

export class NoJobNotifier extends JobNotifier {
  override notify(): void {}

  override listen(): void {}

  override async ping(): Promise<void> {}

  override async stop(): Promise<void> {}

  override async close(): Promise<void> {}
}
