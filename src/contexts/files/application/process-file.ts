import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Outbox } from '../../../kernel/events.js';
import { FileStorage } from '../../../kernel/storage.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { cleanKey, type FileRecord, originalKey, thumbnailKey } from '../domain/file-record.js';
import { isImage } from '../domain/file-kind.js';
import { ReconcileContents } from './reconcile-contents.js';
import { Files, type ProcessingResult } from './ports/files.js';
import { ImageProcessor } from './ports/image-processor.js';
import { VirusScanner } from './ports/virus-scanner.js';

const VIRUS = 'it contains a virus';
const NO_IMAGE = 'it is not an image that can be opened';

/** Checks checksum, viruses and image of an uploaded file, and moves it to where it is served. Idempotent. */
@Injectable()
export class ProcessFile {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly scanner: VirusScanner,
    private readonly images: ImageProcessor,
    private readonly reconcileContents: ReconcileContents,
    private readonly notices: Notices,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when storage or scanner is unavailable; the job tries again */
  async execute(fileId: string): Promise<void> {
    const file = await this.files.find(fileId);
    if (!file) return;
    if (file.status === 'active' && file.processedAt === 0) await this.settle(file, await this.inspect(file));
    // It may have been deleted during processing.
    const settled = await this.files.find(fileId);
    if (settled) await this.reconcileContents.execute(settled);
  }

  private async inspect(file: FileRecord): Promise<ProcessingResult> {
    const bytes = await this.read(file);
    const { sizeBytes, sha256 } = file;
    const unchanged = { status: 'active', reason: '', content: 'original', hasThumbnail: false, sizeBytes, sha256 } as const;
    const result = { ...unchanged, processedAt: this.clock.now() };
    if ((await this.scanner.scan(bytes)) !== undefined) return { ...result, status: 'rejected', reason: VIRUS };
    if (!isImage(file)) return result;

    const image = await this.images.stripMetadata(bytes, file.extension);
    if (!image) return { ...result, status: 'rejected', reason: NO_IMAGE };
    if (image.thumbnail) await this.storage.put(thumbnailKey(file), image.thumbnail);
    await this.storage.put(cleanKey(file), image.bytes);
    return {
      ...result,
      content: 'clean',
      hasThumbnail: image.thumbnail !== undefined,
      sizeBytes: image.bytes.length,
      sha256: sha256Of(image.bytes),
    };
  }

  private async read(file: FileRecord): Promise<Buffer> {
    const content = await this.storage.open(originalKey(file));
    if (!content) throw new Error('the storage has no content for the file');
    const bytes = Buffer.concat((await content.toArray()) as Buffer[]);
    if (sha256Of(bytes) !== file.sha256) throw new Error('the stored content differs from the upload');
    return bytes;
  }

  private settle(file: FileRecord, result: ProcessingResult): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.files.saveResult(file, result))) return;
      const { status, reason } = result;
      if (status === 'rejected') {
        const message = `Your file ${file.fileName} was rejected: ${reason}.`;
        await this.notices.add({ userId: file.userId, subject: 'File rejected', message });
      }
      await this.outbox.add({ name: 'file.processed', data: { fileId: file.id, userId: file.userId, status } });
    });
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
