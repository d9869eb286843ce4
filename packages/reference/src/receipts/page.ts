// The page around verify.ts: pasted, dropped, chosen, or behind the # of its address, as in the code of a PDF receipt.

const LABELS: Readonly<Record<string, string>> = {
  type: 'Kind',
  status: 'Status when issued',
  amount: 'Amount in Naira',
  fee: 'Fees',
  charges: 'Charges',
  total: 'Total',
  payer: 'From',
  payee: 'To',
  item: 'For',
  customer_id: 'Customer',
  token: 'Token or PIN',
  deliverables: 'Delivered',
  narration: 'Narration',
  time: 'Time in Lagos',
  marker: 'Reference',
  reference: 'Provider reference',
};
const element = (id: string) => document.getElementById(id)!;
const pasted = element('receipt') as HTMLTextAreaElement;
const chosen = element('file') as HTMLInputElement;
const known = JSON.parse(element('keys').textContent) as PublicKeys;
let run = 0;
const inLagos = (ms: string | number) => new Date(Number(ms)).toLocaleString('en-GB', { timeZone: 'Africa/Lagos' });

function show(state: '' | 'genuine' | 'refused', title: string, reason: string, receipt: Readonly<Record<string, unknown>> = {}) {
  element('result').className = state;
  element('title').textContent = title;
  element('reason').textContent = reason;
  const cells = Object.entries(LABELS).flatMap(([name, label]) => {
    if (name === 'deliverables') return deliverableCells(receipt[name]);
    if (name === 'charges') return chargeCells(receipt[name]);
    const value = receipt[name];
    // Its charges say it line by line.
    if (name === 'fee' && Array.isArray(receipt['charges'])) return [];
    // A receipt of an earlier version has the token alone.
    if (name === 'token' && Array.isArray(receipt['deliverables'])) return [];
    return typeof value === 'string' && value !== '' ? [cell('dt', label), cell('dd', value)] : [];
  });
  element('facts').replaceChildren(...cells);
}

/** Name and amount of each. */
function chargeCells(charges: unknown): HTMLElement[] {
  if (!Array.isArray(charges)) return [];
  return (charges as readonly Readonly<Record<string, string>>[]).flatMap(({ name = '', amount = '' }) => [
    cell('dt', name),
    cell('dd', amount),
  ]);
}

/** Kind, value in fours, and what belongs to it. */
function deliverableCells(deliverables: unknown): HTMLElement[] {
  if (!Array.isArray(deliverables)) return [];
  return (deliverables as readonly Readonly<Record<string, string>>[]).flatMap(({ kind = '', value = '', ...more }) => {
    const shown = /^\d{8,}$/.test(value) ? value.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : value;
    const others = Object.entries(more).flatMap(([name, text]) => (text === '' ? [] : [`${name} ${text}`]));
    return [cell('dt', kind.replaceAll('_', ' ')), cell('dd', [shown, ...others].join(', '))];
  });
}

function cell(tag: 'dt' | 'dd', text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

async function check(text: string): Promise<void> {
  const mine = ++run;
  if (text.trim() === '') return show('', '', '');
  try {
    // There is none on a page without HTTPS.
    const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
    if (!subtle) throw new Error('This browser checks signatures only on secure pages: open it with https.');
    const receipt = await verifyReceipt(parseReceipt(text), known);
    const { batch, position, journals, anchor } = receipt.proof;
    const head = anchor ? (JSON.parse(anchor) as Anchor) : undefined;
    const covered = head
      ? `The head of batch ${head.batchNo}, anchored outside of the ledger ${inLagos(head.anchoredAt)}, covers it.`
      : 'No anchored head covered it yet when the receipt was issued.';
    const place = `Issued ${inLagos(receipt.issued)} (Lagos). Ledger batch ${batch}, journal ${position + 1} of ${journals}. ${covered}`;
    if (mine === run) show('genuine', 'This receipt is genuine', place, receipt);
  } catch (thrown) {
    const error = thrown as Error;
    const tooOld = error.name === 'NotSupportedError';
    const reason = tooOld ? 'This browser is too old for our signatures (Ed25519). Update it.' : error.message;
    if (mine === run) show('refused', tooOld ? 'Not checked' : 'Do not trust this receipt', reason);
  }
}

async function readAddress(): Promise<void> {
  if (location.hash.length < 2) return;
  try {
    const packed = new Blob([bytesOf(location.hash.slice(1))]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    pasted.value = JSON.stringify(JSON.parse(await new Response(packed).text()), null, 1);
  } catch {
    return show('refused', 'Do not trust this receipt', 'The code is damaged.');
  }
  await check(pasted.value);
}

async function readFile(file: File | undefined): Promise<void> {
  if (!file) return;
  pasted.value = await file.text();
  await check(pasted.value);
}

pasted.addEventListener('input', () => void check(pasted.value));
chosen.addEventListener('change', () => void readFile(chosen.files?.[0]));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void readFile(event.dataTransfer?.files[0]);
});
addEventListener('hashchange', () => void readAddress());
void readAddress();
