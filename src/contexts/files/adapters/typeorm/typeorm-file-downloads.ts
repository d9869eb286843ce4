import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { type FileDownload, FileDownloads } from '../../application/ports.js';
import { FileDownloadRow } from './files.rows.js';

@Injectable()
export class TypeormFileDownloads extends FileDownloads {
  constructor(private readonly database: Database) {
    super();
  }

  async add(digest: string, download: FileDownload): Promise<void> {
    await this.database.transaction(async () => {
      await this.rows.delete({ fileId: download.fileId });
      await this.rows.insert({ digest, ...download });
    });
  }

  /** Only the call whose deletion finds the row gets it. */
  async take(digest: string, sessionId: string, now: number): Promise<FileDownload | undefined> {
    const row = await this.rows.findOneBy({ digest, sessionId });
    if (!row || (await this.rows.delete({ digest })).affected !== 1) return undefined;
    return row.expires > now ? row : undefined;
  }

  async removeExpired(now: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ select: { digest: true }, where: { expires: LessThanOrEqual(now) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ digest: In(rows.map(({ digest }) => digest)) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(FileDownloadRow);
  }
}
