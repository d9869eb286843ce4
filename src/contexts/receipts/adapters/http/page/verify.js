'use strict';
// Checks a receipt with nothing but the service's public keys: its signature, that its journal is in the batch, and the signed head
// of the ledger that covers the batch.

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const utf8 = (text) => new TextEncoder().encode(text);

async function hash(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

/** RFC 8785. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/** RFC 9162, 2.1.3.2: the root that a leaf and its path make. */
async function rootOf(leaf, path, position, count) {
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

const kobo = (amount) => (/^\d+\.\d\d$/.test(amount) ? Number(amount.replace('.', '')) : NaN);

/** What the leaf says, as the journal of the ledger. */
function readJournal(text) {
  const [journal, ...postings] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const amounts = postings.map(([kind, , amount]) => (kind === 'P' ? Number(amount) : NaN));
  const debits = amounts.filter((amount) => amount < 0);
  const sum = (list) => list.reduce((total, amount) => total + amount, 0);
  return { subject: journal[3], recorded: journal[4], balanced: sum(amounts) === 0, debited: -sum(debits) };
}

async function isSigned(text, signature, publicKey) {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), utf8(text));
}

/** Rejects where the head of the ledger that covers the batch is not ours, or is of before the payment. */
async function verifyAnchor(proof, recorded, keys) {
  const { batchNo, hash: head, committedAt, anchoredAt, keyId, signature } = readJson(proof.anchor);
  if (!Object.hasOwn(keys, keyId)) throw new Error('This page does not know the key of the anchor. Open the page anew.');
  const text = `harmattan ledger anchor\n${batchNo}\n${head}\n${committedAt}\n${anchoredAt}\n${keyId}\n`;
  const covers = batchNo > proof.batch || (batchNo === proof.batch && head === proof.batch_hash);
  if (!covers || committedAt < Number(recorded) || !(await isSigned(text, signature, keys[keyId])))
    throw new Error('The anchor does not cover this payment.');
}

/**
 * Resolves when the receipt is genuine; rejects with the reason when it is not.
 * @param known public keys of receipts and of anchors, in base64url, by id
 */
async function verifyReceipt(receipt, { keys, anchors }) {
  const { signature, ...said } = receipt;
  const proof = said.proof ?? {};
  if (typeof signature !== 'string' || typeof proof.journal !== 'string' || !Array.isArray(proof.path))
    throw new Error('This is not a complete receipt.');
  if (!Object.hasOwn(keys, proof.key)) throw new Error('This page does not know the key of the receipt. Open the page anew.');
  if (!(await isSigned(`harmattan receipt\n${canonical(said)}\n`, signature, keys[proof.key])))
    throw new Error('The receipt was changed, or is not ours: the signature does not match.');
  const leaf = await hash(Uint8Array.of(0), bytesOf(proof.salt), utf8(proof.journal));
  const root = await rootOf(leaf, proof.path.map(bytesOf), proof.position, proof.journals);
  if (!root || String(root) !== String(bytesOf(proof.root))) throw new Error('The journal is not in the batch.');
  const { subject, recorded, balanced, debited } = readJournal(proof.journal);
  const agrees = subject === said.marker && recorded === said.recorded && balanced && debited === kobo(said.total);
  if (!agrees || kobo(said.amount) + kobo(said.fee) !== debited)
    throw new Error('The receipt says something else than the ledger.');
  if (proof.anchor) await verifyAnchor(proof, recorded, anchors);
}

/** As copied from an answer, the receipt may be in its DATA. */
function parseReceipt(text) {
  const value = readJson(text);
  const receipt = value?.DATA ?? value;
  if (typeof receipt !== 'object' || receipt === null) throw new Error('This is not a receipt.');
  return receipt;
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not JSON. Paste the whole receipt.');
  }
}

globalThis.receipts = { verify: verifyReceipt, parse: parseReceipt };
