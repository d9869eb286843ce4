import { createTransport, type NodemailerError } from 'nodemailer';
import { composeMessage, MailRefused, MailTransport, type OutgoingMail } from './mail-transport.js';

/** Mails that are sent at once. */
export const SMTP_CONNECTIONS = 4;

/** Sends by SMTP over a few connections that are kept. */
export class SmtpMailTransport extends MailTransport {
  private readonly transporter;

  /** @param url `smtp://` (STARTTLS where offered) or `smtps://`, with user and password where needed */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transporter = createTransport({
      url,
      pool: true,
      maxConnections: SMTP_CONNECTIONS,
      maxMessages: 100,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      dnsTimeout: 10_000,
      socketTimeout: 30_000,
    });
    // A connection that breaks while idle concerns no mail.
    this.transporter.on('error', () => undefined);
  }

  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.transporter.sendMail(composeMessage(mail, this.from));
    } catch (error) {
      throw isForGood(error as NodemailerError) ? new MailRefused(error as Error) : error;
    }
  }

  close(): void {
    this.transporter.close();
  }
}

/** A 5xx answer to the recipient. One to the login or the content may be a fault of ours, which a person can mend. */
function isForGood({ code, command, responseCode }: NodemailerError): boolean {
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}
