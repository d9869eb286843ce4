import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { GeneratedFiles } from '../../files/index.js';
import { StatementFiles } from './ports.js';

const PAGE_SIZE = 50;

@Injectable()
export class ExpireStatementFiles {
  constructor(
    private readonly files: StatementFiles,
    private readonly generatedFiles: GeneratedFiles,
    private readonly clock: Clock,
  ) {}

  /** The file goes first, so that a crash leaves the statement for the next time. */
  async execute(): Promise<void> {
    for (;;) {
      const page = await this.files.over(this.clock.now(), PAGE_SIZE);
      for (const { id } of page) {
        await this.generatedFiles.remove(id);
        await this.files.expire(id);
      }
      if (page.length < PAGE_SIZE) return;
    }
  }
}
