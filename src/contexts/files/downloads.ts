import { type ByteRange, FileStorage } from '../../kernel/storage.js';
import type { Readable } from 'node:stream';
import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { Failure } from '../../kernel/failure.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { OwnerProof, type OwnerSecrets } from '../sign-in/index.js';
import { type FileRecord, GENERATED_DIRECTORY, fileFailures, FileSettings, Files, contentKey } from './files.js';
import { readAll } from '../../kernel/pagination.js';

/** Reads a Range header (RFC 9110); undefined for the whole content (no, several or invalid ranges). */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { from: sizeBytes - length, to: sizeBytes - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= sizeBytes) return 'unsatisfiable';
  return { from, to: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

export interface OwnFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  /** Undefined where it was deleted meanwhile. */
  open(): Promise<Readable | undefined>;
}

const LIFE_MS = 5 * MINUTE_MS;

export interface DownloadAddress {
  readonly file: FileRecord;
  /** It has the token, which is not stored. */
  readonly url: string;
  readonly path: string;
  readonly expires: number;
}

/** Gives the owner of a file an address that serves it once, to the session that asked for it. */
@Injectable()
export class DownloadFile {
  constructor(
    private readonly files: Files,
    private readonly ownerProof: OwnerProof,
    private readonly settings: FileSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @param secrets of what the service made of somebody's data. @throws Failure `files.not_found`, and of OwnerProof */
  async offer(fileId: string, secrets: OwnerSecrets, caller: Caller): Promise<DownloadAddress> {
    const { userId, sessionId } = caller;
    const file = await this.files.find(fileId);
    if (file?.status !== 'active' || file.userId !== userId) throw new Failure(fileFailures.not_found);
    if (file.directory === GENERATED_DIRECTORY) await this.ownerProof.require(caller, secrets);
    const token = randomBytes(32).toString('base64url');
    const expires = this.clock.now() + LIFE_MS;
    await this.files.addDownload(digestOf(token), { fileId, userId, sessionId, expires });
    return { file, url: `${this.settings.url}/once/${token}`, path: `/uploads/once/${token}`, expires };
  }

  /** Uses the address up, for the session that asked for it. */
  async take(token: string, sessionId: string): Promise<FileRecord | undefined> {
    const download = await this.files.takeDownload(digestOf(token), sessionId, this.clock.now());
    if (!download) return undefined;
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

@Injectable()
export class OwnFiles {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
  ) {}

  /** Undefined for a file that is not this user's. */
  async find(userId: string, fileId: string): Promise<OwnFile | undefined> {
    const file = await this.files.find(fileId);
    if (file?.userId !== userId || file.directory !== '' || file.status !== 'active') return undefined;
    return { ...file, open: () => this.storage.open(contentKey(file)) };
  }

  /** Newest first. */
  async *all(userId: string): AsyncIterable<OwnFile> {
    for await (const file of readAll((page) => this.files.list(userId, page)))
      if (file.directory === '' && file.status === 'active') yield { ...file, open: () => this.storage.open(contentKey(file)) };
  }
}
