import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { FileStorage, type LocalFile } from '../../../kernel/storage.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { GENERATED_DIRECTORY, originalKey } from '../domain/file-record.js';
import { Files, type GeneratedFile, GeneratedFiles } from './ports.js';
import { ReconcileContents } from './reconcile-contents.js';

@Injectable()
export class StoreGeneratedFile extends GeneratedFiles {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly reconcileContents: ReconcileContents,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async store(generated: GeneratedFile, content: LocalFile, complete: () => Promise<void>): Promise<void> {
    const earlier = await this.files.find(generated.id);
    if (earlier && earlier.status !== 'incoming') return;
    if (earlier) await this.reconcileContents.execute(earlier);
    const { sizeBytes, sha256 } = content;
    const name = randomBytes(16).toString('hex');
    const file = { ...generated, directory: GENERATED_DIRECTORY, name, sizeBytes, sha256, createdAt: this.clock.now() };
    await this.unitOfWork.run(() => this.files.begin(file, 0));
    await this.storage.take(originalKey(file), content);
    await this.unitOfWork.run(async () => {
      if (!(await this.files.activateProcessed(file.id))) throw new Error('the file was abandoned while it was stored');
      await complete();
    });
  }

  async remove(id: string): Promise<void> {
    const file = await this.files.find(id);
    if (!file) return;
    await this.unitOfWork.run(() => this.files.delete(file));
    await this.reconcileContents.execute({ ...file, status: 'deleted' });
  }
}
