import { VirusScanner } from '../../application/ports/virus-scanner.js';

/** Used where no scanner is configured; finds nothing. */
export class NoVirusScanner extends VirusScanner {
  scan(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
