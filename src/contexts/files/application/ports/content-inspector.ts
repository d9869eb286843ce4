/** Tells by the bytes alone what a file is. */
export abstract class ContentInspector {
  /** Media type of a file of this machine; undefined when it is none that is known. */
  abstract inspect(path: string): Promise<string | undefined>;
}
