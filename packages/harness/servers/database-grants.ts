import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.js';

export interface DatabaseUserNames {
  readonly database: string;
  /** Of the schema. */
  readonly owner: string;
  /** Who serves. */
  readonly server: string;
  readonly password: string;
}

/** What docs/deployment.md lets an administrator say to make a database and its two users, with other names. */
export function documentedGrants({ database, owner, server, password }: DatabaseUserNames): string[] {
  const page = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
  const [, block] = /```sql\n(.+?)```/s.exec(page)!;
  return block!
    .replaceAll('harmattan_owner', owner)
    .replaceAll("'harmattan'", `'${server}'`)
    .replaceAll(/\bharmattan(?=[. ])/g, database)
    .replaceAll(/`harmattan(?=\\_drill)/g, `\`${database.replaceAll('_', '\\_')}`)
    .replaceAll(/'(a|another) password'/g, `'${password}'`)
    .split(';\n')
    .filter((statement) => statement.trim() !== '');
}
