export abstract class VirusScanner {
  /** @returns the finding, undefined for a clean file. @throws Error when the scanner is unavailable */
  abstract scan(bytes: Buffer): Promise<string | undefined>;
}
