/** Whether the caller is inside of a unit of work. */
export abstract class UnitState {
  abstract get isOpen(): boolean;
  /** Inside of a unit the work begins when the unit lets it, and is not waited for: the unit holds the embedded connection. */
  abstract outside(work: () => Promise<void>): Promise<void>;
}
