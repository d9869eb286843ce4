import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { GeneratedFiles } from '../../files/index.js';
import { DataExports } from './ports.js';

const PAGE_SIZE = 50;

@Injectable()
export class ExpireExports {
  constructor(
    private readonly exports: DataExports,
    private readonly generatedFiles: GeneratedFiles,
    private readonly clock: Clock,
  ) {}

  /** The file goes first, so that a crash leaves the export for the next time. */
  async execute(): Promise<void> {
    for (;;) {
      const page = await this.exports.over(this.clock.now(), PAGE_SIZE);
      for (const { id } of page) {
        await this.generatedFiles.remove(id);
        await this.exports.expire(id);
      }
      if (page.length < PAGE_SIZE) return;
    }
  }

  /** Ignores files that are no export. */
  async afterDownload(fileId: string): Promise<void> {
    if ((await this.exports.find(fileId))?.state !== 'ready') return;
    await this.generatedFiles.remove(fileId);
    await this.exports.expire(fileId);
  }
}
