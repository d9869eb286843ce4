import { VirusScanner } from '../../application/ports.js';

export class NoVirusScanner extends VirusScanner {
  scan(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
