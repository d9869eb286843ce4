import PdfDocument from 'pdfkit';
import { type Statement, StatementFormat } from '../../application/ports/statement-format.js';
import { StatementPages } from './statement-pages.js';

export class PdfStatement extends StatementFormat {
  async *write(statement: Statement): AsyncIterable<Uint8Array> {
    const document = new PdfDocument({
      size: 'A4',
      // Without margins the library does not break pages.
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      info: {
        Title: `Wallet statement ${statement.holder.referenceId}`,
        Author: 'Harmattan',
        CreationDate: new Date(statement.issued),
      },
    });
    const pages = new StatementPages(document, statement);
    for await (const entry of statement.entries) {
      pages.addEntry(entry);
      yield* written(document);
    }
    pages.finish();
    document.end();
    for await (const rest of document) yield rest as Uint8Array;
  }
}

function* written(document: PDFKit.PDFDocument): Iterable<Uint8Array> {
  for (let chunk: unknown; (chunk = document.read()) !== null;) yield chunk as Uint8Array;
}
