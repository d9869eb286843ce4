import { createTransport, type NodemailerError } from 'nodemailer';
import { smtpAddress } from './smtp-address.js';
import { composeEml } from './eml.js';
import { MailRefused, MailTransport, MailTransportDown, type OutgoingMail } from './mail-transport.js';

export class SmtpMailTransport extends MailTransport {
  private readonly transporter;

  /**
   * @param url `smtp://` (STARTTLS where offered) or `smtps://`, with user, password and files of TLS where needed
   * @param requireTls sends nothing, and no password, to a server that offers no STARTTLS
   */
  constructor(
    url: string,
    private readonly from: string,
    connections: number,
    requireTls = false,
  ) {
    super();
    this.transporter = createTransport({
      ...smtpAddress(url),
      pool: true,
      requireTLS: requireTls,
      maxConnections: connections,
      maxMessages: 100,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      dnsTimeout: 10_000,
      socketTimeout: 30_000,
    });
    // An error of an idle connection affects no mail.
    this.transporter.on('error', () => undefined);
  }

  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.transporter.sendMail({
        from: this.from,
        // As an object it is treated as one address, whatever its characters.
        to: { name: '', address: mail.to },
        raw: Buffer.from(composeEml(mail, this.from, 'quoted-printable')),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      if (isPermanent(error as NodemailerError)) throw new MailRefused(error as Error);
      throw concernsMail(error as NodemailerError) ? error : new MailTransportDown(error as Error);
    }
  }

  close(): void {
    this.transporter.close();
  }
}

/** Only a 5xx answer to the recipient; refusals of login or content may be our configuration. */
function isPermanent({ code, command, responseCode }: NodemailerError): boolean {
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}

/** Other errors (no connection, no login) affect every mail. */
function concernsMail({ code }: NodemailerError): boolean {
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}
