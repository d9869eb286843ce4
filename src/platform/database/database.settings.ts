import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { Described, RoomSettings } from '../config/room-settings.js';
import { entriesOf, IsReadableBy, IsUrl, toNumber } from '../config/variables.js';
import { mysqlTls, tlsOptions } from './mysql-options.js';

export class DatabaseEnvironment extends RoomSettings {
  @Described('Data', {
    meaning: 'database of MySQL or MariaDB',
    unset: 'embedded SQLite in `DATA_DIR`',
    example: 'mysql://harmattan:password@127.0.0.1:3306/harmattan',
  })
  @IsOptional()
  @IsUrl('mysql')
  @IsReadableBy(readTls)
  DATABASE_URL?: string = undefined;

  @Described('Data', {
    meaning:
      'another user of the same database, who migrates it and gives the user of `DATABASE_URL` the grants to serve it, without DDL ([deployment](deployment.md))',
    unset: 'the user of `DATABASE_URL` migrates',
    example: 'mysql://harmattan_owner:password@127.0.0.1:3306/harmattan',
  })
  @IsOptional()
  @IsUrl('mysql')
  @IsReadableBy(readTls)
  MIGRATION_DATABASE_URL?: string = undefined;

  @Described('Data', {
    meaning:
      'most connections of one process to its database; `max_connections` of the server must have room for all processes ([deployment](deployment.md#connections))',
  })
  @toNumber
  @IsInt()
  @Min(6)
  @Max(200)
  DATABASE_CONNECTIONS: number = 14;

  @Described('Data', {
    meaning:
      '`mysql` is also for MariaDB; `tidb` sends only statements that TiDB has, and creates no triggers ([deployment](deployment.md#engines))',
  })
  @IsIn(['mysql', 'tidb'])
  DATABASE_DIALECT: 'mysql' | 'tidb' = 'mysql';

  @Described('Data', {
    meaning:
      'replicas that serve later pages of wallet histories and past balances, as far as they have them in full ([deployment](deployment.md#replicas))',
    unset: 'every read goes to the primary',
    example: 'mysql://harmattan:password@127.0.0.2:3306/harmattan',
  })
  @IsOptional()
  @Matches(/^mysql:\/\/[^\s,]+(,mysql:\/\/[^\s,]+)*$/, {
    message: 'DATABASE_REPLICA_URLS must be mysql:// addresses, separated by commas',
  })
  @IsReadableBy(readTls)
  DATABASE_REPLICA_URLS?: string = undefined;

  @Described('Data', {
    meaning:
      '`allowed` permits unencrypted connections to the databases and to Redis in production, if their network is private; on this machine they are always permitted',
  })
  @IsIn(['refused', 'allowed'])
  PLAINTEXT_DATA: 'refused' | 'allowed' = 'refused';

  get replicaUrls(): readonly string[] {
    return entriesOf(this.DATABASE_REPLICA_URLS);
  }

  override faults(): readonly string[] {
    const faults: string[] = [];
    if (this.MIGRATION_DATABASE_URL && !namesOneDatabase(this.MIGRATION_DATABASE_URL, this.DATABASE_URL))
      faults.push('MIGRATION_DATABASE_URL must be another user of the database of DATABASE_URL');
    if (this.DATABASE_REPLICA_URLS && !this.DATABASE_URL) faults.push('DATABASE_REPLICA_URLS needs DATABASE_URL');
    if (this.DATABASE_DIALECT !== 'mysql' && !this.DATABASE_URL)
      faults.push(`DATABASE_DIALECT=${this.DATABASE_DIALECT} needs DATABASE_URL: the embedded database is SQLite`);
    return faults;
  }
}

function namesOneDatabase(one: string, other: string | undefined): boolean {
  // A text that is no address is a fault of its own.
  if (!URL.canParse(one) || (other !== undefined && !URL.canParse(other))) return true;
  return other !== undefined && new URL(one).pathname === new URL(other).pathname;
}

function readTls(address: string): void {
  const tls = mysqlTls(new URL(address).searchParams);
  if (tls) tlsOptions(tls);
}
