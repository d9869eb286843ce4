import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

const read = (name) => JSON.parse(readFileSync(join(root, 'src/interface', name), 'utf8'));

/** Every permission of the documents, with what it does besides gating operations, or undefined. */
export function staffPermissions() {
  const { permissions: notes } = read('extensions.json');
  const groups = Object.values(read('operations.json').permissions);
  return new Map(
    groups.flatMap(({ profileKey, names }) => names.map((name) => [`${profileKey}.${name}`, notes[`${profileKey}.${name}`]])),
  );
}
