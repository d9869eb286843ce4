import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { FileStorage, type LocalFile } from '../../kernel/storage.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import { SystemLogs } from '../system-logs/index.js';
import {
  cleanKey,
  type FileRecord,
  originalKey,
  thumbnailKey,
  isImage,
  ReconcileContents,
  Files,
  type ProcessingResult,
  fileFailures,
  FILE_LIMIT_BYTES,
  kindOf,
  type FileName,
  readFileName,
} from './files.js';
import { Failure } from '../../kernel/failure.js';

/** Detects a file's type by its bytes. */
export abstract class ContentInspector {
  /** Media type of a local file; undefined when unknown. */
  abstract inspect(path: string): Promise<string | undefined>;
}

export interface ProcessedImage {
  readonly bytes: Buffer;
  /** WebP; undefined where none can be made. */
  readonly thumbnail: Buffer | undefined;
}

/** `ended`: it took more memory or time than a picture may, and its process with it. */
export type ImageRefusal = 'unreadable' | 'too_large' | 'ended';

export abstract class ImageProcessor {
  abstract stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | ImageRefusal>;
}

export abstract class VirusScanner {
  /** @returns the finding, undefined for a clean file. @throws Error when the scanner is unavailable */
  abstract scan(bytes: Buffer): Promise<string | undefined>;
}

const VIRUS = 'it contains a virus';
const UNPROCESSABLE = 'it cannot be processed';
const REFUSALS = {
  unreadable: 'it is not an image that can be opened',
  too_large: 'it is an image of more than 25 megapixels',
  ended: UNPROCESSABLE,
} as const;
/** The machine may have been short of memory for another reason; a second time it is the file. */
const MAX_CRASHES = 2;

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
    private readonly systemLogs: SystemLogs,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when storage or scanner is unavailable, or the first time that the file ends the process of images; the job tries again */
  async execute(fileId: string): Promise<void> {
    const file = await this.files.find(fileId);
    if (!file) return;
    if (file.status === 'active' && file.processedAt === 0) await this.record(file, await this.inspect(file));
    await this.reconcile(fileId);
  }

  /** Rejects a file whose job ended the service, and was set aside. */
  async abandon(fileId: string): Promise<void> {
    const file = await this.files.find(fileId);
    if (file?.status !== 'active' || file.processedAt > 0) return;
    await this.record(file, { ...this.unchanged(file), status: 'rejected', reason: UNPROCESSABLE });
    await this.reconcile(fileId);
  }

  private async reconcile(fileId: string): Promise<void> {
    // It may have been deleted during processing.
    const processed = await this.files.find(fileId);
    if (processed) await this.reconcileContents.execute(processed);
  }

  private unchanged({ sizeBytes, sha256 }: FileRecord): ProcessingResult {
    const processedAt = this.clock.now();
    return { status: 'active', reason: '', content: 'original', hasThumbnail: false, sizeBytes, sha256, processedAt };
  }

  private async inspect(file: FileRecord): Promise<ProcessingResult> {
    const bytes = await this.read(file);
    const result = this.unchanged(file);
    if ((await this.scanner.scan(bytes)) !== undefined) return { ...result, status: 'rejected', reason: VIRUS };
    if (!isImage(file)) return result;

    const image = await this.images.stripMetadata(bytes, file.extension);
    if (image === 'ended') await this.recordCrash(file);
    if (typeof image === 'string') return { ...result, status: 'rejected', reason: REFUSALS[image] };
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

  /** @throws Error the first time */
  private async recordCrash(file: FileRecord): Promise<void> {
    if ((await this.files.countCrash(file)) < MAX_CRASHES) throw new Error('the process of images ended');
    const description = `File ${file.id} of user ${file.userId} took too much memory or time to be decoded, twice, and is rejected.`;
    await this.systemLogs.record({ kind: 'warning', description, key: `file:${file.id}` });
  }

  private async read(file: FileRecord): Promise<Buffer> {
    const content = await this.storage.open(originalKey(file));
    if (!content) throw new Error('the storage has no content for the file');
    const bytes = Buffer.concat((await content.toArray()) as Buffer[]);
    if (sha256Of(bytes) !== file.sha256) throw new Error('the stored content differs from the upload');
    return bytes;
  }

  private record(file: FileRecord, result: ProcessingResult): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.files.saveResult(file, result))) return;
      const { status, reason } = result;
      if (status === 'rejected') {
        const message = `Your file ${file.fileName} was rejected: ${reason}.`;
        await this.notices.add({ userId: file.userId, subject: 'File rejected', message });
      }
      await this.outbox.add(domainEvent('file.processed', { fileId: file.id, userId: file.userId, status }));
    });
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type CheckedFile = LocalFile & FileName;

@Injectable()
export class CheckFile {
  constructor(private readonly inspector: ContentInspector) {}

  /**
   * Only the extension of `givenName` matters. @throws Failure `files.name_invalid`, `files.extension_not_allowed`,
   * `files.empty`, `files.too_large`, `files.content_mismatch`
   */
  async execute(givenName: string, { path, sizeBytes, sha256 }: LocalFile): Promise<CheckedFile> {
    const name = readFileName(givenName);
    if (sizeBytes === 0) throw new Failure(fileFailures.empty);
    if (sizeBytes > FILE_LIMIT_BYTES) throw new Failure(fileFailures.too_large);
    const found = await this.inspector.inspect(path);
    if (!found || !kindOf(name.extension)!.detectedTypes.includes(found)) throw new Failure(fileFailures.content_mismatch);
    return { ...name, path, sizeBytes, sha256 };
  }
}
