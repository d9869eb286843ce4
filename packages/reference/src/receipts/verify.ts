// Checks a receipt with nothing but the service's public keys: its signature, that its journal is in the batch, and the signed head
// of the ledger that covers the batch. With page.ts it is one script in the page, so neither is a module.

type Bytes = Uint8Array<ArrayBuffer>;
type KeysById = Readonly<Record<string, string>>;

/** Public keys of receipts and of anchors, in base64url, by id. */
interface PublicKeys {
  readonly keys: KeysById;
  readonly anchors: KeysById;
}

interface Proof {
  readonly key: string;
  readonly batch: number;
  readonly batch_hash: string;
  readonly position: number;
  readonly journals: number;
  readonly journal: string;
  readonly salt: string;
  readonly path: readonly string[];
  readonly root: string;
  readonly anchor?: string;
}

interface Receipt {
  readonly [field: string]: unknown;
  readonly signature: string;
  readonly marker: string;
  readonly recorded: string;
  readonly issued: string;
  readonly amount: string;
  readonly fee: string;
  /** Missing in receipts of an earlier version, whose fee is all. */
  readonly duty?: string;
  readonly vat?: string;
  readonly surcharge?: string;
  readonly total: string;
  readonly proof: Proof;
}

/** Head of the ledger, as it was written outside of it. */
interface Anchor {
  readonly batchNo: number;
  readonly hash: string;
  readonly committedAt: number;
  readonly anchoredAt: number;
  readonly keyId: string;
  readonly signature: string;
}

const bytesOf = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

async function hash(...parts: readonly Bytes[]): Promise<Bytes> {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

/** RFC 8785. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`;
}

/** RFC 9162, 2.1.3.2: the root that a leaf and its path make. */
async function rootOf(leaf: Bytes, path: readonly Bytes[], position: number, count: number): Promise<Bytes | undefined> {
  let [node, at, last] = [leaf, position, count - 1];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      node = await hash(Uint8Array.of(1), sibling, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = await hash(Uint8Array.of(1), node, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}

const kobo = (amount: string) => (/^\d+\.\d\d$/.test(amount) ? Number(amount.replace('.', '')) : NaN);

/** What the leaf says, as the journal of the ledger. */
function readJournal(text: string) {
  const [journal = [], ...postings] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const amounts = postings.map(([kind, , amount]) => (kind === 'P' ? Number(amount) : NaN));
  const debits = amounts.filter((amount) => amount < 0);
  const sum = (list: readonly number[]) => list.reduce((total, amount) => total + amount, 0);
  return { subject: journal[3], recorded: journal[4], balanced: sum(amounts) === 0, debited: -sum(debits) };
}

async function isSigned(text: string, signature: string, publicKey: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), utf8(text));
}

/** Rejects where the head of the ledger that covers the batch is not ours, or is of before the payment. */
async function verifyAnchor(anchor: string, proof: Proof, recorded: string | undefined, keys: KeysById): Promise<void> {
  const { batchNo, hash: head, committedAt, anchoredAt, keyId, signature } = readJson(anchor) as Anchor;
  const key = ownKey(keys, keyId);
  if (key === undefined) throw new Error('This page does not know the key of the anchor. Open the page anew.');
  const text = `harmattan ledger anchor\n${batchNo}\n${head}\n${committedAt}\n${anchoredAt}\n${keyId}\n`;
  const covers = batchNo > proof.batch || (batchNo === proof.batch && head === proof.batch_hash);
  if (!covers || committedAt < Number(recorded) || !(await isSigned(text, signature, key)))
    throw new Error('The anchor does not cover this payment.');
}

function ownKey(keys: KeysById, id: string): string | undefined {
  return Object.hasOwn(keys, id) ? keys[id] : undefined;
}

/** Whoever pasted it may have pasted anything. */
function isComplete(receipt: object): receipt is Receipt {
  const { signature, proof } = receipt as { readonly signature?: unknown; readonly proof?: Partial<Proof> | null };
  return typeof signature === 'string' && typeof proof?.journal === 'string' && Array.isArray(proof.path);
}

/** Resolves to the receipt when it is genuine; rejects with the reason when it is not. */
async function verifyReceipt(receipt: object, { keys, anchors }: PublicKeys): Promise<Receipt> {
  if (!isComplete(receipt)) throw new Error('This is not a complete receipt.');
  const { signature, ...said } = receipt;
  const { proof } = receipt;
  const key = ownKey(keys, proof.key);
  if (key === undefined) throw new Error('This page does not know the key of the receipt. Open the page anew.');
  if (!(await isSigned(`harmattan receipt\n${canonical(said)}\n`, signature, key)))
    throw new Error('The receipt was changed, or is not ours: the signature does not match.');
  const leaf = await hash(Uint8Array.of(0), bytesOf(proof.salt), utf8(proof.journal));
  const root = await rootOf(leaf, proof.path.map(bytesOf), proof.position, proof.journals);
  if (!root || String(root) !== String(bytesOf(proof.root))) throw new Error('The journal is not in the batch.');
  const { subject, recorded, balanced, debited } = readJournal(proof.journal);
  const agrees = subject === receipt.marker && recorded === receipt.recorded && balanced && debited === kobo(receipt.total);
  const { amount, fee, duty = '0.00', vat = '0.00', surcharge = '0.00' } = receipt;
  if (!agrees || [amount, fee, duty, vat, surcharge].reduce((sum, each) => sum + kobo(each), 0) !== debited)
    throw new Error('The receipt says something else than the ledger.');
  if (proof.anchor) await verifyAnchor(proof.anchor, proof, recorded, anchors);
  return receipt;
}

/** As copied from an answer, the receipt may be in its DATA. */
function parseReceipt(text: string): object {
  const value = readJson(text) as { readonly DATA?: unknown } | null;
  const receipt: unknown = value?.DATA ?? value;
  if (typeof receipt !== 'object' || receipt === null) throw new Error('This is not a receipt.');
  return receipt;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not JSON. Paste the whole receipt.');
  }
}

Object.assign(globalThis, { receipts: { verify: verifyReceipt, parse: parseReceipt } });
