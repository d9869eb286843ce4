import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Files } from './ports.js';
import { ReconcileContents } from './reconcile-contents.js';

const PAGE_SIZE = 50;

/** A user's own files; those of system directories are the company's. */
@Injectable()
export class EraseFiles {
  constructor(
    private readonly files: Files,
    private readonly reconcileContents: ReconcileContents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Error when the storage is unavailable; the job tries again */
  async execute(userId: string): Promise<void> {
    for (;;) {
      const page = await this.files.listOwn(userId, PAGE_SIZE);
      for (const file of page) {
        await this.unitOfWork.run(() => this.files.delete(file));
        await this.reconcileContents.execute({ ...file, status: 'deleted' });
      }
      if (page.length < PAGE_SIZE) break;
    }
    await this.files.removeNames(userId);
  }
}
