import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inclusionPath, leafHash, merkleRoot, SALT_BYTES } from './merkle-tree.js';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);
const salt = Buffer.alloc(SALT_BYTES, 7);
const leaves = Array.from({ length: 7 }, (_, index) => leafHash(salt, `journal ${index}`));
const [a, b, c, d, e, f, g] = leaves as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

describe('Merkle tree', () => {
  it('hashes a leaf apart from a node, with its salt', () => {
    expect(a).toEqual(sha256(Buffer.of(0), salt, Buffer.from('journal 0')));
    expect(leafHash(Buffer.alloc(SALT_BYTES), 'journal 0')).not.toEqual(a);
  });

  it('has the shape of RFC 9162', () => {
    expect(merkleRoot([a])).toEqual(a);
    expect(merkleRoot([a, b, c])).toEqual(node(node(a, b), c));
    expect(merkleRoot(leaves)).toEqual(node(node(node(a, b), node(c, d)), node(node(e, f), g)));
    expect(() => merkleRoot([])).toThrow('a tree has leaves');
  });

  it('gives the path of a leaf from below', () => {
    expect(inclusionPath([a], 0)).toEqual([]);
    expect(inclusionPath(leaves, 0)).toEqual([b, node(c, d), node(node(e, f), g)]);
    expect(inclusionPath(leaves, 6)).toEqual([node(e, f), node(node(a, b), node(c, d))]);
    for (const index of [-1, 7, 0.5 + 7]) expect(() => inclusionPath(leaves, index)).toThrow('no leaf');
  });
});
