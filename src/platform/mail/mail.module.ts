import { join } from 'node:path';
import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mailer } from '../../kernel/mail.js';
import { Config } from '../config/config.js';
import { DirectMails } from './direct-mails.js';
import { EncryptedMails } from './encrypted-mails.js';
import { FileMailTransport } from './file-mail-transport.js';
import { MailJobs } from './mail.jobs.js';
import { MailEnvironment } from './mail.settings.js';
import { MailDelivery } from './mail-delivery.js';
import { MailRecipients, QueuedMailer } from './queued-mailer.js';
import { MailRecords } from './mail-records.js';
import { MailRow } from './mail.row.js';
import { MailTransports, SECURITY_CONNECTIONS } from './mail-transport.js';
import { SmtpMailTransport } from './smtp-mail-transport.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailRow])],
  providers: [
    MailJobs,
    DirectMails,
    EncryptedMails,
    MailDelivery,
    MailRecipients,
    MailRecords,
    QueuedMailer,
    { provide: Mailer, useExisting: QueuedMailer },
    { provide: MailTransports, useFactory: makeTransports, inject: [MailEnvironment, Config] },
  ],
  exports: [DirectMails, Mailer, MailRecords],
})
export class MailModule implements OnApplicationShutdown {
  constructor(private readonly transports: MailTransports) {}

  onApplicationShutdown(): void {
    this.transports.close();
  }
}

function makeTransports(settings: MailEnvironment, { dataDir, production }: Config): MailTransports {
  const { MAIL_URL: url, MAIL_FROM: from, MAIL_CONNECTIONS: connections } = settings;
  if (!url) {
    const files = new FileMailTransport(join(dataDir, 'mail'), from);
    return new MailTransports(files, files, 1);
  }
  const requiresTls = settings.tls(production) === 'required';
  const smtp = (count: number) => new SmtpMailTransport(url, from, count, requiresTls);
  return new MailTransports(smtp(SECURITY_CONNECTIONS), smtp(connections), connections);
}
