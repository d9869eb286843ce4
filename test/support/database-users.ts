import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

const PASSWORD = 'Harmattan-wind-26';

/** A new database with an owner and a user that serves, made as docs/deployment.md says. */
export class DatabaseUsers {
  readonly name: string;
  readonly ownerUrl: string;
  readonly servingUrl: string;
  private readonly names: readonly [owner: string, server: string];

  private constructor(readonly administrator: mysql.Connection) {
    const suffix = randomBytes(6).toString('hex');
    this.name = `harmattan_test_${suffix}`;
    this.names = [`owner_${suffix}`, `server_${suffix}`];
    [this.ownerUrl, this.servingUrl] = this.names.map((user) => this.urlOf(user)) as [string, string];
  }

  static async make(): Promise<DatabaseUsers> {
    const users = new DatabaseUsers(await mysql.createConnection(process.env['TEST_DATABASE_URL']!));
    for (const statement of users.documentedStatements()) await users.administrator.query(statement);
    return users;
  }

  async remove(): Promise<void> {
    for (const user of this.names) await this.administrator.query('DROP USER ?@?', [user, '%']);
    await this.administrator.end();
  }

  private urlOf(user: string): string {
    const url = new URL(process.env['TEST_DATABASE_URL']!);
    return Object.assign(url, { username: user, password: PASSWORD, pathname: `/${this.name}` }).href;
  }

  private documentedStatements(): string[] {
    const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
    const [, block] = /```sql\n(.+?)```/s.exec(page)!;
    const [owner, server] = this.names;
    return block!
      .replaceAll('harmattan_owner', owner)
      .replaceAll("'harmattan'", `'${server}'`)
      .replaceAll(/\bharmattan(?=[. ])/g, this.name)
      .replaceAll(/`harmattan(?=\\_drill)/g, `\`${this.name.replaceAll('_', '\\_')}`)
      .replaceAll(/'(a|another) password'/g, `'${PASSWORD}'`)
      .split(';\n')
      .filter((statement) => statement.trim() !== '');
  }
}
