import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { ContinuousWork } from '../queue/continuous-work.js';
import type { AddressedMail } from './render-mail.js';
import { MailDelivery } from './mail-delivery.js';
import { MailJobs } from './mail.jobs.js';
import { MailTable, type NewMail, type StoredMail } from './mail-table.js';
import { MailTransportDown } from './mail-transport.js';

const CHUNK = 200;
/** The next chunk is read when no more than these wait for the server. */
const REFILL = 100;
/** What was sent is marked this often, however long the others take. */
const LOOK_MS = 250;
/** Some seconds of mails at full speed, which consumers write ahead of the sender; each has about 1 KB. */
const OPENED = 10_000;

interface BulkMail {
  readonly mail: StoredMail;
  end?: 'sent' | 'skipped' | { readonly error: unknown };
}

/**
 * Sends money mails, oldest first, without a job for each. One that fails gets a job; while the transport is down, all of them
 * wait. One that takes long holds up no other.
 */
@Injectable()
export class BulkMailSender {
  private readonly table: MailTable;
  /** Begun and not yet marked. */
  private readonly begun = new Map<string, BulkMail>();
  /** Contents of mails that this process wrote, by id, which need not be read and decrypted. */
  private readonly opened = new LRUCache<string, AddressedMail>({ max: OPENED });
  private unfinished = 0;
  private enough = 0;
  private wake: () => void = () => undefined;
  private down: MailTransportDown | undefined;
  private readonly noticed: () => void;

  constructor(
    database: Database,
    work: ContinuousWork,
    private readonly delivery: MailDelivery,
    private readonly jobs: MailJobs,
  ) {
    this.table = new MailTable(database);
    this.noticed = work.add(
      'mail.bulk',
      (signal) => this.round(signal),
      () => this.finish(),
    );
  }

  /** Call it when mails were committed. */
  notify(mails: readonly NewMail[]): void {
    for (const { id, opened } of mails) this.opened.set(id, opened);
    this.noticed();
    this.wake();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const mails = await this.table.bulk(CHUNK, [...this.begun.keys()]);
    const isFull = mails.length === CHUNK;
    const opened = new Map(mails.map(({ id }) => [id, this.opened.get(id)]));
    const sealed = await this.table.sealed(mails.map(({ id }) => id).filter((id) => !opened.get(id)));
    for (const mail of mails) void this.send({ ...mail, sealed: sealed.get(mail.id) ?? '' }, opened.get(mail.id), signal);
    await this.progress(isFull ? REFILL : 0, LOOK_MS);
    if (this.down) await this.progress(0, LOOK_MS);
    await this.recordEnds();
    const { down } = this;
    this.down = undefined;
    if (down) throw down;
    return isFull || this.begun.size > 0;
  }

  private async send(mail: StoredMail, opened: AddressedMail | undefined, signal: AbortSignal): Promise<void> {
    const bulk: BulkMail = { mail };
    this.begun.set(mail.id, bulk);
    this.unfinished++;
    try {
      bulk.end = (await this.delivery.send(mail, () => !this.down && !signal.aborted, opened)) ? 'sent' : 'skipped';
    } catch (error) {
      if (error instanceof MailTransportDown) this.down = error;
      bulk.end = error instanceof MailTransportDown ? 'skipped' : { error };
    }
    this.unfinished--;
    if (this.unfinished <= this.enough || this.down) this.wake();
  }

  /** Resolves when so few are unfinished, when more mails are noticed, or after this time. */
  private async progress(enough: number, timeoutMs?: number): Promise<void> {
    if (this.unfinished <= enough) return;
    this.enough = enough;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
    this.wake = () => undefined;
  }

  private async recordEnds(): Promise<void> {
    const ended = [...this.begun.values()].filter(({ end }) => end !== undefined);
    await this.table.markAllSent(ended.filter(({ end }) => end === 'sent').map(({ mail }) => mail.id));
    for (const { mail, end } of ended) {
      if (typeof end === 'object') await this.jobs.takeOver(mail, end.error);
      this.begun.delete(mail.id);
      this.opened.delete(mail.id);
    }
  }

  /** Mails under way are finished and marked, so that no other process repeats them. */
  private async finish(): Promise<void> {
    while (this.unfinished > 0) await this.progress(0);
    await this.recordEnds();
  }
}
