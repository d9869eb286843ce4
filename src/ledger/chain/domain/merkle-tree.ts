import { createHash } from 'node:crypto';

// The tree of RFC 9162 over SHA-256, with a salt in each leaf so that nobody can guess a neighbour's content from its hash.

export const SALT_BYTES = 32;

export function leafHash(salt: Buffer, content: string): Buffer {
  return sha256(Buffer.of(0), salt, Buffer.from(content));
}

export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [leaf] = leaves;
  if (!leaf) throw new RangeError('a tree has leaves');
  if (leaves.length === 1) return leaf;
  const middle = split(leaves.length);
  return sha256(Buffer.of(1), merkleRoot(leaves.slice(0, middle)), merkleRoot(leaves.slice(middle)));
}

/** The hashes that make the root of a leaf, from the leaf upwards. */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (!(index >= 0 && index < leaves.length)) throw new RangeError(`no leaf ${index} of ${leaves.length}`);
  if (leaves.length === 1) return [];
  const middle = split(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...inclusionPath(left, index), merkleRoot(right)]
    : [...inclusionPath(right, index - middle), merkleRoot(left)];
}

/** The root that a leaf and its path make; undefined where the path is none of a tree with so many leaves. */
export function rootOfPath(leaf: Buffer, index: number, count: number, path: readonly Buffer[]): Buffer | undefined {
  if (!(Number.isInteger(index) && index >= 0 && index < count)) return undefined;
  if (count === 1) return path.length === 0 ? leaf : undefined;
  const hash = path.at(-1);
  if (!hash) return undefined;
  const middle = split(count);
  const rest = path.slice(0, -1);
  const below = index < middle ? rootOfPath(leaf, index, middle, rest) : rootOfPath(leaf, index - middle, count - middle, rest);
  if (!below) return undefined;
  return index < middle ? sha256(Buffer.of(1), below, hash) : sha256(Buffer.of(1), hash, below);
}

/** The largest power of two below the count. */
function split(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

function sha256(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
