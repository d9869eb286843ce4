/** The version after this one: the same service with one migration more, as an update brings. */
import { spawnSync } from 'node:child_process';
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
  for (const name of ['src', 'dist', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'src/migrations/campaigns.ts'), MIGRATION);
  appendFileSync(
    join(folder, 'src/migrations/index.ts'),
    "\nimport { Campaigns } from './campaigns.js';\nMIGRATIONS.push(Campaigns);\n",
  );
  const bundled = spawnSync(process.execPath, [join(root, 'scripts/lib/bundle.mjs'), join(folder, 'dist'), folder], {
    stdio: 'inherit',
  });
  if (bundled.status !== 0) throw new Error('the next version could not be built');
  return folder;
}
