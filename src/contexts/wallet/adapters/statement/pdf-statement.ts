import { helpLine, type SupportContact } from '../../../../platform/config/support-contact.js';
import { PdfWriter } from '../../../../platform/pdf/pdf-writer.js';
import { lagosDate } from '../../../../kernel/lagos-time.js';
import { type Statement, StatementFormat } from '../../application/ports.js';
import { StatementPages } from './statement-pages.js';

export class PdfStatement extends StatementFormat {
  constructor(private readonly contact: SupportContact) {
    super();
  }

  async *write(statement: Statement): AsyncIterable<Uint8Array> {
    const { holder, from, to, issued } = statement;
    const pdf = new PdfWriter({
      title: `Wallet statement ${holder.referenceId}`,
      author: 'Harmattan',
      createdAt: issued,
      footer: `Wallet statement ${holder.referenceId}, ${lagosDate(from)} to ${lagosDate(to - 1)}`,
      help: helpLine(this.contact),
    });
    const pages = new StatementPages(pdf, statement);
    for await (const entry of statement.entries) {
      pages.addEntry(entry);
      yield* pdf.ready();
    }
    pages.finish();
    pdf.end();
    yield* pdf.rest();
  }
}
