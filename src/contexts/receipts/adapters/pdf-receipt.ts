import { Injectable } from '@nestjs/common';
import QRCode from 'qrcode';
import { grouped, labelOf } from '../../../kernel/deliverable.js';
import { formatLagosTime } from '../../../kernel/lagos-time.js';
import { formatAmount, parseNaira, ZERO_KOBO } from '../../../kernel/money.js';
import { helpLine } from '../../../platform/config/support-contact.js';
import { HttpEnvironment } from '../../../platform/http/http.settings.js';
import { MailEnvironment } from '../../../platform/mail/mail.settings.js';
import { COLORS, PAGE, PdfWriter, type TextStyle } from '../../../platform/pdf/pdf-writer.js';
import type { Anchor } from '../../../ledger/index.js';
import { type MadeDocument, type Receipt, verifyAddress } from '../receipts.js';

const { left: LEFT, right: RIGHT, top: TOP } = PAGE;
const WIDTH = RIGHT - LEFT;
const VALUE = { x: LEFT + 132, width: WIDTH - 140 } as const;
const LABEL: TextStyle = { size: 9, color: COLORS.faint, width: 120 };
const QR_SIZE = 168;
/** Capacity of the largest code with the least correction. */
const QR_BYTES = 2_953;

/** Session id of the interbank rail. */
const SESSION = /^\d{30}$/;

const STATUS: Readonly<Record<string, string>> = {
  complete: 'Completed',
  completed: 'Completed',
  pending: 'Being processed',
  failed: 'Failed, the money was returned',
  reversed: 'Reversed, the money was returned',
  processing: 'Being processed',
  returned: 'Returned by the bank, the money is back in the wallet',
};

const TITLES: Readonly<Record<Receipt['type'], string>> = {
  transfer: 'Transfer receipt',
  purchase: 'Purchase receipt',
  payout: 'Payout receipt',
};

/** One page with everything that the receipt says, and the receipt itself as a code that the page of verification reads. */
@Injectable()
export class PdfReceipt {
  constructor(
    private readonly http: HttpEnvironment,
    private readonly mail: MailEnvironment,
  ) {}

  async write(receipt: Receipt): Promise<MadeDocument> {
    const title = `Receipt ${receipt.marker}`;
    const pdf = new PdfWriter({
      title,
      author: 'Harmattan',
      createdAt: Number(receipt.issued),
      footer: `${title}, issued ${formatLagosTime(Number(receipt.issued))}`,
      help: helpLine(this.mail.supportContact),
    });
    this.addHeading(pdf, receipt);
    this.addVerification(pdf, receipt, this.addFacts(pdf, receipt) + 22);
    pdf.end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of pdf.rest()) chunks.push(chunk);
    return { fileName: `receipt-${receipt.marker}.pdf`, contentType: 'application/pdf', bytes: Buffer.concat(chunks) };
  }

  private addHeading(pdf: PdfWriter, { type, amount, status }: Receipt): void {
    const right: TextStyle = { width: WIDTH / 2, align: 'right' };
    pdf.write('Harmattan', LEFT, TOP, { size: 18, bold: true, color: COLORS.brand });
    const title = TITLES[type];
    pdf.write(title, LEFT + WIDTH / 2, TOP + 5, { ...right, size: 13, bold: true });
    pdf.box(TOP + 40, 66);
    pdf.write(shown(amount), LEFT + 14, TOP + 50, { size: 22, bold: true, width: WIDTH - 28, fit: true });
    pdf.write(STATUS[status] ?? status, LEFT + 14, TOP + 82, { size: 10, color: COLORS.faint });
  }

  /** @returns where they end */
  private addFacts(pdf: PdfWriter, receipt: Receipt): number {
    let y = TOP + 124;
    for (const [label, value, bold = false] of factsOf(receipt)) {
      const style: TextStyle & { readonly width: number } = { size: 10, width: VALUE.width, bold };
      pdf.write(label, LEFT + 2, y + 1, LABEL);
      pdf.write(value, VALUE.x, y, style);
      y += pdf.heightOf(value, style) + 5;
      pdf.rule(y);
      y += 6;
    }
    return y;
  }

  private addVerification(pdf: PdfWriter, receipt: Receipt, y: number): void {
    const address = verifyAddress(this.http.publicUrl, receipt);
    // A receipt with many PINs is more than a code can hold, and has the link alone.
    if (address.length <= QR_BYTES) pdf.modules(LEFT + 2, y, QR_SIZE, codeOf(address));
    else pdf.write('Click here', LEFT + 2, y, { size: 11, color: COLORS.brand, width: QR_SIZE });
    pdf.link(LEFT + 2, y, QR_SIZE, QR_SIZE, address);
    const text = { x: LEFT + QR_SIZE + 24, width: WIDTH - QR_SIZE - 26 };
    const page = `${this.http.publicUrl}/receipts/verify`;
    pdf.write('Verify this receipt', text.x, y, { size: 11, bold: true, width: text.width });
    const how =
      'Scan or click the code. The page checks our signature and the place of this payment in our ledger, in your browser: ' +
      'what you check is not sent to us. Anybody who can read the code can read this receipt.';
    pdf.write(how, text.x, y + 18, { size: 9, width: text.width });
    const below = y + 24 + pdf.heightOf(how, { size: 9, width: text.width });
    pdf.write(page, text.x, below, { size: 9, color: COLORS.brand, width: text.width });
    pdf.link(text.x, below, text.width, 12, address);
    const { batch, position, journals, anchor } = receipt.proof;
    const place = `Ledger batch ${batch}, journal ${position + 1} of ${journals}${coveredBy(anchor)}`;
    pdf.write(place, text.x, below + 18, { size: 8, color: COLORS.faint, width: text.width });
  }
}

function factsOf(receipt: Receipt): readonly (readonly [label: string, value: string, bold?: boolean])[] {
  const { payer, payee, item, customer_id, deliverables, amount, charges, total, narration, reference, marker, recorded } =
    receipt;
  const isPayout = receipt.type === 'payout';
  const facts: readonly (readonly [label: string, value: string, bold?: boolean])[] = [
    ['From', payer],
    ['To', payee],
    [isPayout ? 'Bank' : 'For', item],
    [isPayout ? 'Account' : 'Customer', customer_id],
    ...deliverables.map((each) => [labelOf(each), grouped(each.value), true] as const),
    ['Amount', shown(amount)],
    ...(charges.length === 0 ? [['Fees', shown('0.00')] as const] : []),
    ...charges.map(({ name, amount: charged }) => [name, shown(charged)] as const),
    ['Total', shown(total), true],
    ['Narration', narration],
    ['Time', formatLagosTime(Number(recorded))],
    ['Reference', marker],
    [isPayout && SESSION.test(reference) ? 'Session ID' : 'Provider reference', reference],
  ];
  return facts.filter(([, value]) => value !== '');
}

function codeOf(address: string): boolean[][] {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'L' });
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (__, column) => modules.get(row, column) === 1),
  );
}

function coveredBy(anchor: string): string {
  if (anchor === '') return '';
  const { batchNo, anchoredAt } = JSON.parse(anchor) as Anchor;
  return `. The head of batch ${batchNo}, anchored ${formatLagosTime(anchoredAt)}, covers it`;
}

/** `0.00` is no amount of the wire. */
function shown(amount: string): string {
  return formatAmount(parseNaira(amount) ?? ZERO_KOBO);
}
