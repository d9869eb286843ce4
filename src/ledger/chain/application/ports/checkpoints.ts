import type { Checkpoint } from '../../domain/checkpoint.js';

export abstract class Checkpoints {
  /** Replaces the last one. */
  abstract record(checkpoint: Checkpoint): Promise<void>;
  /** Undefined where there is none, or where it was not made with a key of this installation. */
  abstract last(): Promise<Checkpoint | undefined>;
}
