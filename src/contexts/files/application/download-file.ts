import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock, MINUTE_MS } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Sessions } from '../../sign-in/index.js';
import type { FileRecord } from '../domain/file-record.js';
import { fileFailures } from '../domain/files.failures.js';
import { FileSettings } from './file-settings.js';
import { FileDownloads, Files } from './ports.js';

const LIFE_MS = 5 * MINUTE_MS;

export interface DownloadAddress {
  readonly file: FileRecord;
  /** With its token, which is not stored. */
  readonly url: string;
  readonly path: string;
  readonly expires: number;
}

/** Gives the owner of a file an address that serves it once, while the session lives that asked for it. */
@Injectable()
export class DownloadFile {
  constructor(
    private readonly files: Files,
    private readonly downloads: FileDownloads,
    private readonly sessions: Sessions,
    private readonly settings: FileSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `files.not_found` */
  async offer(fileId: string, { userId, sessionId }: Caller): Promise<DownloadAddress> {
    const file = await this.files.find(fileId);
    if (file?.status !== 'active' || file.userId !== userId) throw new Failure(fileFailures.not_found);
    const token = randomBytes(32).toString('base64url');
    const expires = this.clock.now() + LIFE_MS;
    await this.downloads.add(digestOf(token), { fileId, userId, sessionId, expires });
    return { file, url: `${this.settings.url}/once/${token}`, path: `/uploads/once/${token}`, expires };
  }

  /** Uses the address up. */
  async take(token: string): Promise<FileRecord | undefined> {
    const download = await this.downloads.take(digestOf(token), this.clock.now());
    if (!download) return undefined;
    const sessions = await this.sessions.list(download.userId);
    if (!sessions.some(({ id }) => id === download.sessionId)) return undefined;
    const file = await this.files.find(download.fileId);
    return file?.status === 'active' && file.userId === download.userId ? file : undefined;
  }

  async finish({ id, userId }: FileRecord): Promise<void> {
    await this.unitOfWork.run(() => this.outbox.add(domainEvent('file.downloaded', { fileId: id, userId })));
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
