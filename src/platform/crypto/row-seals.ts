import { createHmac, timingSafeEqual } from 'node:crypto';
import { derive } from './key-ring.js';
import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../kernel/registry.js';
import type { FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { rowLock } from '../database/server-dialect.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { configuredSecrets, storedSecret } from './chain-secrets.js';
import { type RowClass, type RowSealDefinition, rowIdOf, sealedText, sealOf, sealsOf } from './row-seal.js';
import { SecretBox } from './secret-box.js';

const FORMAT = '1';

export function sealKey(chainSecret: Buffer): Buffer {
  return derive(chainSecret, 'row seals', 32);
}

/** `1.<key id>.<HMAC-SHA-256 in base64url>`, 54 characters. */
export function makeSeal(keyId: string, key: Buffer, text: string): string {
  return `${FORMAT}.${keyId}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

export function keyIdOf(seal: string): string {
  return seal.split('.')[1] ?? '';
}

export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

export interface BrokenSeal {
  readonly table: string;
  readonly rowId: string;
  readonly seal: string;
}

export abstract class BrokenSealListener {
  abstract broken(seal: BrokenSeal): void;
}

@Injectable()
export class BrokenSeals extends Registry<BrokenSealListener> {
  constructor(contributions: Contributions) {
    super(contributions, BrokenSealListener);
  }

  tell(seal: BrokenSeal): void {
    for (const listener of this.entries) listener.broken(seal);
  }
}

/** After keys were read, before an unknown one makes them be read again. */
const KEYS_AGE_MS = MINUTE_MS / 6;

/**
 * MACs over rows that decide who may do what, so that a writer of SQL without keys cannot become somebody else. Their keys are
 * derived from those of the ledger's chain, and each seal names its key (docs/decisions/0044-sealed-rows.md).
 */
@Injectable()
export class RowSeals {
  private readonly keys = new Map<string, Buffer>();
  private readonly currentId: string;
  private keysReadAt = 0;
  private readonly found: ReturnType<Metrics['counter']>;

  constructor(
    config: Config,
    private readonly box: SecretBox,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly brokenSeals: BrokenSeals,
    metrics: Metrics,
  ) {
    const secrets = configuredSecrets(config);
    for (const { id, secret } of secrets) this.keys.set(id, sealKey(secret));
    this.currentId = secrets[0]!.id;
    const help = 'Reads of rows whose seal does not fit them, by table';
    this.found = metrics.counter('harmattan_broken_seals_total', help, ['table']);
  }

  of<Row extends object>(rowClass: RowClass<Row>, row: Partial<Row>): Partial<Row> {
    const seals = sealsOf(rowClass).map((each) => [each.seal.property, this.make(each, row)] as const);
    return Object.fromEntries(seals) as Partial<Row>;
  }

  /** Whether a seal fits its row, of which at least the sealed columns were read. One that does not is reported. */
  async holds<Row extends object>(rowClass: RowClass<Row>, property: keyof Row & string, row: Partial<Row>): Promise<boolean> {
    const definition = sealOf(rowClass, property);
    if (await this.fits(definition, row)) return true;
    this.report({ table: definition.table, rowId: rowIdOf(definition, row), seal: definition.seal.name });
    return false;
  }

  /** Without a report. */
  async fits(definition: RowSealDefinition, row: object): Promise<boolean> {
    const seal = (row as Readonly<Record<string, string | null | undefined>>)[definition.seal.property];
    return seal ? this.verify(sealedText(definition, row), seal) : false;
  }

  make(definition: RowSealDefinition, row: object): string {
    return makeSeal(this.currentId, this.keys.get(this.currentId)!, sealedText(definition, row));
  }

  /**
   * Changes a row under its lock, with the seals over the changed columns. A broken seal stays broken, unless `renewed` gives its
   * other columns: a value that somebody wrote by SQL must not be sealed with the change.
   * @returns the row as it was; undefined where none meets the condition
   */
  update<Row extends ObjectLiteral>(
    rowClass: RowClass<Row>,
    where: FindOptionsWhere<Row>,
    change: Partial<Row>,
    renewed: Partial<Row> = {},
  ): Promise<Row | undefined> {
    return this.database.transaction(async () => {
      const rows = this.database.repository(rowClass);
      const row = await rows.findOne({ where, ...rowLock(this.database) });
      if (!row) return undefined;
      const written: Record<string, unknown> = { ...change };
      for (const definition of sealsOf(rowClass)) {
        const names = definition.columns.map(({ property }) => property);
        if (!names.some((name) => name in change)) continue;
        const isTrusted = await this.fits(definition, row);
        const rest = isTrusted
          ? {}
          : Object.fromEntries(names.filter((name) => name in renewed).map((name) => [name, renewed[name]]));
        Object.assign(written, rest, change);
        if (isTrusted || names.every((name) => name in written))
          written[definition.seal.property] = this.make(definition, { ...row, ...written });
      }
      await rows.update(keyOf(sealsOf(rowClass)[0]!, row), written as Parameters<typeof rows.update>[1]);
      return row;
    });
  }

  /** Reports also a missing row. */
  report(broken: BrokenSeal): void {
    const { table, rowId: row, seal } = broken;
    this.found.inc({ table });
    this.log.warning('a row was changed in the database, or sealed with another key', { table, row, seal });
    this.brokenSeals.tell(broken);
  }

  private async verify(text: string, seal: string): Promise<boolean> {
    const id = keyIdOf(seal);
    // Another process may have begun to use a new key.
    if (!this.keys.has(id) && this.clock.now() - this.keysReadAt >= KEYS_AGE_MS) await this.readKeys();
    const key = this.keys.get(id);
    return key !== undefined && isEqual(makeSeal(id, key, text), seal);
  }

  private async readKeys(): Promise<void> {
    this.keysReadAt = this.clock.now();
    for (const row of await this.database.rows<{ id: string; sealed: string }>('SELECT id, sealed FROM ledger_key')) {
      const secret = this.keys.has(row.id) ? undefined : storedSecret(this.box, row);
      if (secret) this.keys.set(row.id, sealKey(secret));
    }
  }
}

export function keyOf<Row extends ObjectLiteral>({ keys }: RowSealDefinition, row: Row): FindOptionsWhere<Row> {
  return Object.fromEntries(keys.map(({ property }) => [property, row[property] as string])) as FindOptionsWhere<Row>;
}
