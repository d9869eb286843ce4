import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Entity, In, Index, LessThan, MoreThan } from 'typeorm';
import { Clock, isoTime } from '../../kernel/clock.js';
import { type DataSubject, Eraser, type DataPart, PersonalDataSource } from '../../kernel/records.js';
import type { Transport } from '../../kernel/passkeys.js';
import { Contributes } from '../../kernel/registry.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { bounded } from '../../platform/bounded.js';
import { KeyRing } from '../../platform/crypto/key-ring.js';
import { RowSeal, Unsealed } from '../../platform/crypto/row-seal.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { tableOf, tablesOf } from '../../platform/database/table.js';
import { type Challenge, type Device, type DeviceKind, DeviceStore, type OpenChallenge, type Proof } from './device.js';

@Entity('user_device')
@Index('user_device_active', ['activeFor'], { unique: true })
@Index('user_device_user', ['userId', 'createdAt'])
@RowSeal<DeviceRow>('deviceSeal', ['userId', 'activeFor', 'kind', 'deviceSerial', 'credentialId', 'publicKey', 'createdAt'])
@Unsealed<DeviceRow>({
  name: 'is only shown',
  signCount: 'is written at payments, and whoever can write it can restore the whole row of before',
  transports: 'says where a browser looks first',
  releasedAt: 'is only shown',
})
export class DeviceRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  /** The user while it is bound, so that there is one at a time. */
  @IdColumn('active_for', { nullable: true }) activeFor: string | null;
  @TextColumn('kind', 8) kind: DeviceKind;
  @TextColumn('name', 64) name: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('credential_id', 700) credentialId: string;
  @LongTextColumn('public_key') publicKey: string;
  @CountColumn('sign_count') signCount: number;
  /** JSON list. */
  @LongTextColumn('transports') transports: string;
  /** 0 while it is bound. */
  @TimeColumn('released_at') releasedAt: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('device_seal', 64, { nullable: true }) deviceSeal: string | null;
}

@Entity('device_challenge')
@Index('device_challenge_user', ['userId', 'expires'])
@Index('device_challenge_expires', ['expires'])
export class DeviceChallengeRow {
  /** The nonce. */
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('digest', 64) digest: string;
  @FlagColumn('is_used') isUsed: boolean;
  @TimeColumn('expires') expires: number;
}

export const DEVICE_ROWS = [DeviceRow, DeviceChallengeRow];

const DEVICE = tableOf(DeviceRow);
const CHALLENGE = tableOf(DeviceChallengeRow);
const MOST_LISTED = 100;
/** More than the limit of requests lets anybody draw in the life of a challenge. */
const MOST_OPEN = 128;
/** Users whose next payment reads nothing. */
const MOST_KNOWN = 20_000;
const PURPOSE = 'device challenges';

@Injectable()
export class TypeormDeviceStore extends DeviceStore {
  private readonly knownDevices = new LRUCache<string, Device>(bounded(MOST_KNOWN));
  private readonly drawnHere = new LRUCache<string, readonly OpenChallenge[]>(bounded(MOST_KNOWN));

  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly ring: KeyRing,
    private readonly clock: Clock,
  ) {
    super();
  }

  async active(userId: string): Promise<Device | undefined> {
    const [device] = await this.trusted(await this.devices.findBy({ activeFor: userId }));
    // A passkey may count, so that it is read anew each time.
    if (device?.kind === 'appkey') this.knownDevices.set(userId, device);
    else this.knownDevices.delete(userId);
    return device;
  }

  known(userId: string): Device | undefined {
    return this.knownDevices.get(userId);
  }

  async list(userId: string): Promise<Device[]> {
    const order = { createdAt: 'DESC', id: 'DESC' } as const;
    return this.trusted(await this.devices.find({ where: { userId }, order, take: MOST_LISTED }));
  }

  async add({ transports, serial, releasedAt, ...device }: Device): Promise<void> {
    const row = {
      ...device,
      activeFor: device.userId,
      deviceSerial: serial,
      transports: JSON.stringify(transports),
      releasedAt: releasedAt ?? 0,
    };
    // One whose row was changed in the database would keep its place.
    await this.devices.update({ activeFor: device.userId }, { activeFor: null });
    await this.devices.insert({ ...row, ...this.seals.of(DeviceRow, row) });
  }

  async release({ id }: Device, now: number): Promise<void> {
    const row = Object.assign(await this.devices.findOneByOrFail({ id }), { activeFor: null, releasedAt: now });
    await this.devices.update({ id }, { activeFor: null, releasedAt: now, ...this.seals.of(DeviceRow, row) });
  }

  /** Who can write SQL and has no key can make no row of a challenge, nor prolong one. */
  async addChallenge(challenge: Challenge, signed: string): Promise<void> {
    const { nonce: id, userId, expires } = challenge;
    const digest = this.ring.mac(PURPOSE, textOf(challenge, signed));
    await this.challenges.insert({ id, userId, expires, digest, isUsed: false });
    const drawn = { ...challenge, isOf: (text: string) => text === signed };
    this.drawnHere.set(userId, [drawn, ...this.drawn(userId)].slice(0, MOST_OPEN));
  }

  drawn(userId: string): readonly OpenChallenge[] {
    return (this.drawnHere.get(userId) ?? []).filter(({ expires }) => expires > this.clock.now());
  }

  async openChallenges(userId: string): Promise<readonly OpenChallenge[]> {
    const where = { userId, expires: MoreThan(this.clock.now()), isUsed: false };
    const rows = await this.challenges.find({ where, order: { expires: 'DESC' }, take: MOST_OPEN });
    return rows.map(({ id: nonce, expires, digest }) => {
      const challenge = { nonce, userId, expires };
      return { ...challenge, isOf: (signed) => this.ring.verifyMac(PURPOSE, textOf(challenge, signed), digest) };
    });
  }

  async useChallenge({ nonce: id }: Challenge): Promise<boolean> {
    return (await this.challenges.update({ id, isUsed: false }, { isUsed: true })).affected === 1;
  }

  uses({ challenge, device, signCount }: Proof): RowUpdate[] {
    return [
      CHALLENGE.update({ id: challenge.nonce, isUsed: false }, { isUsed: true }),
      signCount === 0
        ? DEVICE.update({ id: device.id, activeFor: device.userId }, { activeFor: device.userId })
        : DEVICE.update({ id: device.id, activeFor: device.userId, signCount: device.signCount }, { signCount }),
    ];
  }

  async use({ challenge, device, signCount }: Proof): Promise<boolean> {
    const { id, userId, signCount: before } = device;
    if (!(await this.useChallenge(challenge))) return false;
    if (signCount === 0) return this.devices.existsBy({ id, activeFor: userId });
    return (await this.devices.update({ id, activeFor: userId, signCount: before }, { signCount })).affected === 1;
  }

  async removeExpiredChallenges(before: number, limit: number): Promise<number> {
    const rows = await this.challenges.find({ where: { expires: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.challenges.delete({ id: In(rows.map(({ id }) => id)) });
    return rows.length;
  }

  private async trusted(rows: readonly DeviceRow[]): Promise<Device[]> {
    const isTrusted = await Promise.all(rows.map((row) => this.seals.holds(DeviceRow, 'deviceSeal', row)));
    return rows.filter((_, index) => isTrusted[index]).map(deviceOf);
  }

  private get devices() {
    return this.database.repository(DeviceRow);
  }

  private get challenges() {
    return this.database.repository(DeviceChallengeRow);
  }
}

function textOf({ userId, expires }: Challenge, signed: string): string {
  return `${userId} ${expires} ${signed}`;
}

function deviceOf({ deviceSeal: _, activeFor, deviceSerial: serial, transports, releasedAt, ...row }: DeviceRow): Device {
  return {
    ...row,
    serial,
    transports: JSON.parse(transports) as Transport[],
    releasedAt: activeFor === null ? releasedAt : undefined,
  };
}

@Injectable()
@Contributes(Eraser)
export class DevicesEraser extends Eraser {
  readonly tables = tablesOf(...DEVICE_ROWS);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    for (const row of DEVICE_ROWS) await this.database.repository<DeviceRow | DeviceChallengeRow>(row).delete({ userId });
  }
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedDevices extends PersonalDataSource {
  constructor(private readonly store: DeviceStore) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'devices', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for (const { name, kind, createdAt, releasedAt } of await this.store.list(userId))
      yield { name, kind, boundAt: isoTime(createdAt), releasedAt: releasedAt === undefined ? '' : isoTime(releasedAt) };
  }
}
