import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import { GeneratedFiles } from '../../files/index.js';
import { type User, Users } from '../../sign-in/index.js';
import { Notices } from '../../notifications/index.js';
import { STATEMENT_LIFE_MS, STATEMENT_TIMEOUT_MS, type StatementFile, statementName } from '../domain/statement-file.js';
import { STATEMENT_READY } from './mails.js';
import { DocumentWriter, StatementFiles } from './ports.js';
import { WalletStatements } from './wallet-statements.js';

/** Makes the file of a statement once, however often the job is repeated. */
@Injectable()
export class WriteStatementFile {
  constructor(
    private readonly files: StatementFiles,
    private readonly statements: WalletStatements,
    private readonly documents: DocumentWriter,
    private readonly generatedFiles: GeneratedFiles,
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  async execute(statementId: string): Promise<void> {
    const found = await this.files.find(statementId);
    if (found?.state !== 'running') return;
    const { id, userId, format: extension, createdAt } = found;
    const user = await this.users.find(userId);
    if (user?.status !== 'active' || createdAt + STATEMENT_TIMEOUT_MS < this.clock.now()) {
      await this.files.end(id, 'failed', 0);
      return;
    }
    const document = await this.documents.write(this.statements.write(user, found));
    try {
      const file = { id, userId, fileName: statementName(found), extension };
      await this.generatedFiles.store(file, document, () => this.end(found, user));
    } finally {
      await this.documents.remove(document);
    }
  }

  private async end({ id, userId, from, to }: StatementFile, { email, firstName }: User): Promise<void> {
    const expiresAt = this.clock.now() + STATEMENT_LIFE_MS;
    if (!(await this.files.end(id, 'ready', expiresAt))) throw new Error('the statement has ended meanwhile');
    const date = lagosDate(expiresAt);
    const message = `The statement of your wallet from ${from} to ${to} is ready among your files, until ${date}.`;
    await this.notices.add({ userId, subject: 'Your statement is ready', message });
    const data = { firstName, from, to, date };
    await this.mailer.send({ to: email, template: STATEMENT_READY, data, key: `statement:${id}` });
  }
}
