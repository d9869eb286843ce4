import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROPOSAL_KINDS } from './proposal.js';

it('the described interface names every kind of proposal', () => {
  const file = join(import.meta.dirname, '../../../interface/extensions.json');
  const { shapes } = JSON.parse(readFileSync(file, 'utf8')) as { shapes: { Proposal: { kind: string } } };
  expect(shapes.Proposal.kind).toBe(PROPOSAL_KINDS.map((kind) => `'${kind}'`).join('|'));
});
