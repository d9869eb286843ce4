/** Detects a file's type by its bytes. */
export abstract class ContentInspector {
  /** Media type of a local file; undefined when unknown. */
  abstract inspect(path: string): Promise<string | undefined>;
}
