import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forgetPosition, readPosition, recordPosition } from './schema-state.js';

/** A part of a migration that can be repeated, because a process may end before its position is recorded. */
export interface Step {
  /** Name for the operator, as `create table posting`. */
  readonly name: string;
  run(runner: QueryRunner): Promise<void>;
}

/** Goes on where it was interrupted, because MySQL commits each statement that changes a schema by itself. */
export abstract class SteppedMigration implements MigrationInterface {
  /** Ends with 13 digits, by which TypeORM orders migrations. */
  abstract readonly name: string;
  abstract readonly steps: readonly Step[];
  abstract readonly undo: readonly Step[];
  /** The oldest version of the service that works on the schema of this migration. */
  readonly minCompatible: string = '0.2.0';
  /** Called behind each step. */
  stepDone?: () => void;

  async up(runner: QueryRunner): Promise<void> {
    const done = await readPosition(runner, this.name);
    for (const [index, step] of this.steps.entries()) {
      if (index >= done) {
        await step.run(runner);
        await recordPosition(runner, this.name, index + 1);
      }
      this.stepDone?.();
    }
    await forgetPosition(runner, this.name);
  }

  async down(runner: QueryRunner): Promise<void> {
    await forgetPosition(runner, this.name);
    for (const step of this.undo) await step.run(runner);
  }
}
