import { join } from 'node:path';
import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mailer } from '../../kernel/mail.js';
import { Config } from '../config/config.js';
import { BulkMailSender } from './bulk-mail-sender.js';
import { EncryptedMails } from './encrypted-mails.js';
import { FileMailTransport } from './file-mail-transport.js';
import { MailJobs } from './mail.jobs.js';
import { MailRow } from './mail.row.js';
import { MailTransport } from './mail-transport.js';
import { QueuedMailer } from './queued-mailer.js';
import { SmtpMailTransport } from './smtp-mail-transport.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailRow])],
  providers: [
    MailJobs,
    BulkMailSender,
    EncryptedMails,
    { provide: Mailer, useClass: QueuedMailer },
    { provide: MailTransport, useFactory: makeTransport, inject: [Config] },
  ],
  exports: [Mailer],
})
export class MailModule implements OnApplicationShutdown {
  constructor(private readonly transport: MailTransport) {}

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

function makeTransport({ mailUrl, mailFrom, dataDir }: Config): MailTransport {
  return mailUrl ? new SmtpMailTransport(mailUrl, mailFrom) : new FileMailTransport(join(dataDir, 'mail'), mailFrom);
}
