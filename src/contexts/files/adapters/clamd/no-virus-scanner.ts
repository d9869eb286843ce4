import { VirusScanner } from '../../application/ports/virus-scanner.js';

export class NoVirusScanner extends VirusScanner {
  scan(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
