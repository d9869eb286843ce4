import { type LocalFile, FileStorage } from '../../kernel/storage.js';
import {
  type StoredFile,
  Files,
  FileSettings,
  type FileRecord,
  originalKey,
  fileFailures,
  GENERATED_DIRECTORY,
  ReconcileContents,
} from './files.js';
import type { CheckedFile } from './processing.js';
import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Budgets } from '../../kernel/budgets.js';
import { Failure } from '../../kernel/failure.js';
import { signInFailures, Users } from '../sign-in/index.js';
import { randomBytes } from 'node:crypto';
import { Clock } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

export type FileRequestState = 'running' | 'ready' | 'failed' | 'expired';

/** A file that a job makes for a user, who can fetch it for a time. Its id is that of the file. */
export interface FileRequest {
  readonly id: string;
  readonly userId: string;
  readonly state: FileRequestState;
  /** Unix ms. */
  readonly createdAt: number;
  /** Unix ms; 0 until it is ready. */
  readonly expiresAt: number;
}

export interface Sender {
  readonly userId: string;
  readonly ip: string;
}

/** The daily limit of one network, because accounts cost nothing and each has a quota of its own. */
@Injectable()
export class StrangerUploads {
  constructor(
    private readonly users: Users,
    private readonly budgets: Budgets,
    private readonly settings: FileSettings,
  ) {}

  /** @throws Failure `sign_in.email_unverified` */
  async spend({ userId, ip }: Sender, sizeBytes: number): Promise<void> {
    if (!this.settings.requiresVerifiedEmail || (await this.users.find(userId))?.emailVerified === true) return;
    const site = siteOf(ip);
    const passes =
      (await this.budgets.trySpend('unproved_uploads', networkOf(ip), sizeBytes)) &&
      (site === undefined || (await this.budgets.trySpend('site_unproved_uploads', site, sizeBytes)));
    if (passes) return;
    const text = 'Please confirm your e-mail address first: others in your network have uploaded much today';
    throw new Failure(signInFailures.email_unverified, { text });
  }
}

export interface NewAttachment {
  readonly fileName: string;
  /** Claimed by the client; extension and content decide. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Files of other contexts' records, under the rules of uploads. Call them outside of a unit of work. */
export abstract class Attachments {
  /** Stores all of the files, or none. @returns in the order given. @throws Failure of `files`, `sign_in.email_unverified` */
  abstract store(sender: Sender, files: readonly NewAttachment[]): Promise<readonly StoredFile[]>;
  abstract discard(files: readonly StoredFile[]): Promise<void>;
  /** Stores the files, calls `write`, which runs its own unit of work, and discards the files if that fails. */
  async storeFor<T>(
    sender: Sender,
    files: readonly NewAttachment[],
    write: (stored: readonly StoredFile[]) => Promise<T>,
  ): Promise<T> {
    const stored = files.length === 0 ? [] : await this.store(sender, files);
    try {
      return await write(stored);
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }
  /** Existing ones in the order of the ids. The caller checks access. */
  abstract find(ids: readonly string[]): Promise<readonly StoredFile[]>;
}

export abstract class FileRequests<Request extends FileRequest> {
  /** False where the user has a running one. */
  abstract begin(request: Omit<Request, 'state' | 'expiresAt'>): Promise<boolean>;
  abstract find(id: string): Promise<Request | undefined>;
  abstract runningOf(userId: string): Promise<Request | undefined>;
  /** When those after a time were asked for, the oldest first; all in unix ms. */
  abstract timesSince(userId: string, since: number): Promise<number[]>;
  /** Ends a running one. @param expiresAt unix ms. @returns false where it has ended */
  abstract end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean>;
  abstract expire(id: string): Promise<void>;
  abstract running(limit: number): Promise<Request[]>;
  /** Ready ones whose time is over. */
  abstract over(now: number, limit: number): Promise<Request[]>;
}

export interface GeneratedFile {
  readonly id: string;
  readonly userId: string;
  readonly fileName: string;
  readonly extension: string;
}

export interface FileDestination extends Sender {
  /** A system directory, or empty for the user's own files. */
  readonly directory: string;
}

/** The record is committed first, so that the sweep finds the content of an interrupted upload. */
@Injectable()
export class StoreFile {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly strangerUploads: StrangerUploads,
    private readonly settings: FileSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `files.quota_exceeded`, and of StrangerUploads */
  async execute(
    { userId, ip, directory }: FileDestination,
    { path, sizeBytes, sha256, fileName, extension }: CheckedFile,
  ): Promise<FileRecord> {
    await this.strangerUploads.spend({ userId, ip }, sizeBytes);
    const createdAt = this.clock.now();
    const name = randomBytes(16).toString('hex');
    const file = { id: newId(), userId, directory, name, fileName, extension, sizeBytes, sha256, createdAt };
    const incoming = await this.unitOfWork.run(() => this.files.begin(file, this.settings.quotaBytes));
    if (!incoming) throw new Failure(fileFailures.quota_exceeded);
    // A failed call may have stored it all the same; the sweep removes it.
    await this.storage.take(originalKey(file), { path, sizeBytes, sha256 });
    const isActivated = await this.unitOfWork.run(async () => {
      if (!(await this.files.activate(file.id))) return false;
      await this.outbox.add(domainEvent('file.uploaded', { fileId: file.id, userId }));
      return true;
    });
    if (isActivated) return { ...incoming, status: 'active' };
    await this.storage.remove(originalKey(file));
    throw new Error('the file was abandoned while it was stored');
  }
}

/** Files that the service makes for a user: outside of the quota, and seen by nobody else. Call it outside of a unit of work. */
@Injectable()
export class GeneratedFiles {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly reconcileContents: ReconcileContents,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Once for an id, also where a process was killed in between. @param complete runs in the unit of work that makes the file visible */
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
