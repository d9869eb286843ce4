import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';

@Injectable()
export class Erasers extends Registry<Eraser> {
  constructor(contributions: Contributions) {
    super(contributions, Eraser, { namesOf: ({ tables }) => tables });
  }

  async erase(subject: DataSubject): Promise<void> {
    for (const eraser of this.entries) await eraser.erase(subject);
  }
}
