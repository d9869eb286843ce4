import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import type { DataPart } from '../../../kernel/personal-data.js';
import { Users } from '../../sign-in/index.js';
import { type FileRequest, GeneratedFiles, OwnFiles } from '../../files/index.js';
import { Notices } from '../../notifications/index.js';
import { EXPORT_LIFE_MS, EXPORT_TIMEOUT_MS } from '../domain/data-export.js';
import { DATA_EXPORT_READY } from './export-mails.js';
import { PersonalData } from './personal-data.js';
import { type ArchiveEntry, ArchiveWriter, DataExports } from './ports.js';

/** Makes the file of an export once, however often the job is repeated. */
@Injectable()
export class MakeExport {
  constructor(
    private readonly exports: DataExports,
    private readonly personalData: PersonalData,
    private readonly users: Users,
    private readonly ownFiles: OwnFiles,
    private readonly generatedFiles: GeneratedFiles,
    private readonly archives: ArchiveWriter,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  async execute(exportId: string): Promise<void> {
    const found = await this.exports.find(exportId);
    if (found?.state !== 'running') return;
    const { id, userId, createdAt } = found;
    const user = await this.users.find(userId);
    if (user?.status !== 'active' || createdAt + EXPORT_TIMEOUT_MS < this.clock.now()) {
      await this.exports.end(id, 'failed', 0);
      return;
    }
    const archive = await this.archives.write(this.entries(userId));
    try {
      const fileName = `harmattan-data-${lagosDate(createdAt)}.zip`;
      await this.generatedFiles.store({ id, userId, fileName, extension: 'zip' }, archive, () => this.end(found, user));
    } finally {
      await this.archives.remove(archive);
    }
  }

  private async end({ id, userId }: FileRequest, user: { readonly email: string; readonly firstName: string }): Promise<void> {
    const expiresAt = this.clock.now() + EXPORT_LIFE_MS;
    if (!(await this.exports.end(id, 'ready', expiresAt))) throw new Error('the export has ended meanwhile');
    const date = lagosDate(expiresAt);
    const message = `The file with your data is ready among your files, until ${date}.`;
    await this.notices.add({ userId, subject: 'Your data are ready', message });
    const data = { firstName: user.firstName, date };
    await this.mailer.send({ to: user.email, template: DATA_EXPORT_READY, data, key: `data-export:${id}` });
  }

  private async *entries(userId: string): AsyncIterable<ArchiveEntry> {
    for (const part of this.personalData.parts)
      yield { path: `${part.name}.json`, open: () => Promise.resolve(Readable.from(jsonOf(part, userId))) };
    let number = 0;
    for await (const file of this.ownFiles.all(userId)) {
      number++;
      yield { path: `files/${number}-${file.fileName}`, open: async () => (await file.open()) ?? Readable.from([]) };
    }
  }
}

async function* jsonOf(part: DataPart, userId: string): AsyncIterable<string> {
  let before = '[';
  for await (const row of part.rows(userId)) {
    yield `${before}\n${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
