/** The version after this one: the same service with one migration more, as an update brings. */
import { appendFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.js';
import { makeServerDirectory } from '../servers/private-server.js';

/** Adds a column and an index to a table that each payment writes. */
const MIGRATION = `
import { addColumns, addIndexes, column } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const INDEXES = { name: 'transfer', indexes: { campaign: ['campaign'] } };

export class Campaigns extends SteppedMigration {
  name = 'Campaigns1700000000900';
  steps = [...addColumns('transfer', [column.text('campaign', 32, { isNullable: true })]), ...addIndexes(INDEXES)];
  undo = [];
}
`;

/** @returns its folder, with its `dist`; removed at the end of this process */
export function makeNextVersion(): string {
  const folder = makeServerDirectory('next');
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'dist/migrations/campaigns.js'), MIGRATION);
  appendFileSync(
    join(folder, 'dist/migrations/index.js'),
    "\nimport { Campaigns } from './campaigns.js';\nMIGRATIONS.push(Campaigns);\n",
  );
  return folder;
}
