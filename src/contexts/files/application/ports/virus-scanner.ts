/** Looks for harmful content. */
export abstract class VirusScanner {
  /**
   * @returns what was found, undefined when nothing was
   * @throws Error when the scanner could not say
   */
  abstract scan(bytes: Buffer): Promise<string | undefined>;
}
