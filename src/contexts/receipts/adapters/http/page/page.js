// The page around verify.js: pasted, dropped, chosen, or behind the # of its address, as in the code of a PDF receipt.

const LABELS = {
  type: 'Kind',
  status: 'Status when issued',
  amount: 'Amount in Naira',
  fee: 'Fees',
  total: 'Total',
  payer: 'From',
  payee: 'To',
  item: 'For',
  customer_id: 'Customer',
  token: 'Token or PIN',
  narration: 'Narration',
  time: 'Time in Lagos',
  marker: 'Reference',
  reference: 'Provider reference',
};
const element = (id) => document.getElementById(id);
const known = JSON.parse(element('keys').textContent);
let run = 0;
const inLagos = (ms) => new Date(Number(ms)).toLocaleString('en-GB', { timeZone: 'Africa/Lagos' });

function show(state, title, reason, receipt) {
  element('result').className = state;
  element('title').textContent = title;
  element('reason').textContent = reason;
  const rows = Object.entries(LABELS).filter(([name]) => typeof receipt?.[name] === 'string' && receipt[name] !== '');
  const cells = rows.flatMap(([name, label]) => [
    ['dt', label],
    ['dd', receipt[name]],
  ]);
  element('facts').replaceChildren(
    ...cells.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })),
  );
}

async function check(text) {
  const mine = ++run;
  if (text.trim() === '') return show('', '', '');
  try {
    if (!globalThis.crypto?.subtle) throw new Error('This browser checks signatures only on secure pages: open it with https.');
    const receipt = globalThis.receipts.parse(text);
    await globalThis.receipts.verify(receipt, known);
    const { batch, position, journals, anchor } = receipt.proof;
    const head = anchor && JSON.parse(anchor);
    const covered = head
      ? `The head of batch ${head.batchNo}, anchored outside of the ledger ${inLagos(head.anchoredAt)}, covers it.`
      : 'No anchored head covered it yet when the receipt was issued.';
    const place = `Issued ${inLagos(receipt.issued)} (Lagos). Ledger batch ${batch}, journal ${position + 1} of ${journals}. ${covered}`;
    if (mine === run) show('genuine', 'This receipt is genuine', place, receipt);
  } catch (error) {
    const tooOld = error.name === 'NotSupportedError';
    const reason = tooOld ? 'This browser is too old for our signatures (Ed25519). Update it.' : error.message;
    if (mine === run) show('refused', tooOld ? 'Not checked' : 'Do not trust this receipt', reason);
  }
}

async function readAddress() {
  if (location.hash.length < 2) return;
  try {
    const packed = new Blob([bytesOf(location.hash.slice(1))]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    element('receipt').value = JSON.stringify(JSON.parse(await new Response(packed).text()), null, 1);
  } catch {
    return show('refused', 'Do not trust this receipt', 'The code is damaged.');
  }
  await check(element('receipt').value);
}

async function readFile(file) {
  if (!file) return;
  element('receipt').value = await file.text();
  await check(element('receipt').value);
}

element('receipt').addEventListener('input', () => void check(element('receipt').value));
element('file').addEventListener('change', () => void readFile(element('file').files[0]));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void readFile(event.dataTransfer.files[0]);
});
addEventListener('hashchange', () => void readAddress());
void readAddress();
