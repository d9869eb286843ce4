import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { documentedGrants } from '../../packages/harness/servers/database-grants.js';

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
    const [owner, server] = users.names;
    const statements = documentedGrants({ database: users.name, owner, server, password: PASSWORD });
    for (const statement of statements) await users.administrator.query(statement);
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
}
