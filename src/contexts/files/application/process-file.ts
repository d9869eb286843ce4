import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Outbox } from '../../../kernel/events.js';
import { FileStorage } from '../../../kernel/storage.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { cleanKey, type FileRecord, originalKey, thumbnailKey } from '../domain/file-record.js';
import { isImage } from '../domain/kind.js';
import { ArrangeContents } from './arrange-contents.js';
import { Files, type Verdict } from './ports/files.js';
import { Images } from './ports/images.js';
import { VirusScanner } from './ports/virus-scanner.js';

const VIRUS = 'it contains a virus';
const NO_IMAGE = 'it is not an image that can be opened';

/** Brings a file to where it belongs, after one look at an uploaded one: checksum, viruses, the image itself. May be repeated. */
@Injectable()
export class ProcessFile {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly scanner: VirusScanner,
    private readonly images: Images,
    private readonly arrangeContents: ArrangeContents,
    private readonly notices: Notices,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when the storage or the scanner is away; to be tried again */
  async execute(fileId: string): Promise<void> {
    const file = await this.files.find(fileId);
    if (!file) return;
    if (file.status === 'active' && file.processedAt === 0) await this.settle(file, await this.judge(file));
    // As it is now: it may have been deleted while it was looked at.
    const settled = await this.files.find(fileId);
    if (settled) await this.arrangeContents.execute(settled);
  }

  private async judge(file: FileRecord): Promise<Verdict> {
    const bytes = await this.read(file);
    const { sizeBytes, sha256 } = file;
    const asItIs = { status: 'active', reason: '', content: 'original', hasThumbnail: false, sizeBytes, sha256 } as const;
    const verdict = { ...asItIs, processedAt: this.clock.now() };
    if ((await this.scanner.scan(bytes)) !== undefined) return { ...verdict, status: 'rejected', reason: VIRUS };
    if (!isImage(file)) return verdict;

    const image = await this.images.clean(bytes, file.extension);
    if (!image) return { ...verdict, status: 'rejected', reason: NO_IMAGE };
    if (image.thumbnail) await this.storage.put(thumbnailKey(file), image.thumbnail);
    await this.storage.put(cleanKey(file), image.bytes);
    return {
      ...verdict,
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
    if (sha256Of(bytes) !== file.sha256) throw new Error('the stored content is not what was uploaded');
    return bytes;
  }

  private settle(file: FileRecord, verdict: Verdict): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.files.settle(file, verdict))) return;
      const { status, reason } = verdict;
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
