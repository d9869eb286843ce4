import { VirusScanner } from '../../application/ports/virus-scanner.js';

/** Where no scanner is configured nothing is found. */
export class NoVirusScanner extends VirusScanner {
  scan(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
