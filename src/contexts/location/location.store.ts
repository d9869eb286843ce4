import { Entity, Index, Brackets, type SelectQueryBuilder } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest, readPage, readAll } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { type LocationFilter, LocationStore, type LocationRecord } from './location.js';
import { isoTime } from '../../kernel/clock.js';

@Entity('location_record')
@Index('location_record_user', ['userId', 'createdAt'])
export class LocationRecordRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('country_code', 2) countryCode: string;
  @TextColumn('country') country: string;
  @TextColumn('region') region: string;
  @TextColumn('city') city: string;
  @TextColumn('time_zone', 64) timeZone: string;
  /** `latitude,longitude` in degrees, or empty. */
  @TextColumn('coordinates', 32) coordinates: string;
  @TextColumn('network_operator', 255, { default: '' }) networkOperator: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TimeColumn('recorded') createdAt: number;
}

/** Columns that identify a place of each kind, from the place itself to the largest area around it. */
const AREAS = {
  countries: ['country', 'country_code'],
  states: ['region', 'country', 'country_code'],
  cities: ['city', 'region', 'country', 'country_code'],
} as const;

@Injectable()
export class TypeormLocationStore extends LocationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async add({ place, ...record }: LocationRecord): Promise<void> {
    const { coordinates, ...names } = place;
    await this.database
      .repository(LocationRecordRow)
      .createQueryBuilder()
      .insert()
      .values({
        ...record,
        ...names,
        coordinates: coordinates ? `${coordinates.latitude},${coordinates.longitude}` : '',
      })
      // A repeated record: rewriting the id with itself leaves it unchanged.
      .orUpdate(['id'], ['id'])
      .updateEntity(false)
      .execute();
  }

  async findLast(userId: string, upTo: number): Promise<LocationRecord | undefined> {
    const row = await this.of(userId).andWhere('record.createdAt <= :upTo', { upTo }).take(1).getOne();
    return row ? toRecord(row) : undefined;
  }

  list(userId: string, filter: LocationFilter, page: PageRequest): Promise<Page<LocationRecord>> {
    const matching = () => this.matching(userId, filter);
    return readPage(page, async (before, limit) => {
      const query = matching().take(limit);
      if (before !== undefined) query.andWhere('record.createdAt < :before', { before });
      return (await query.getMany()).map(toRecord);
    });
  }

  private of(userId: string): SelectQueryBuilder<LocationRecordRow> {
    return this.database
      .repository(LocationRecordRow)
      .createQueryBuilder('record')
      .where('record.user_id = :userId', { userId })
      .orderBy('record.createdAt', 'DESC')
      .addOrderBy('record.id', 'DESC');
  }

  private matching(userId: string, filter: LocationFilter): SelectQueryBuilder<LocationRecordRow> {
    const records = this.of(userId);
    if (filter.kind === 'all') return records;
    if (filter.kind === 'id') return records.andWhere('record.id = :id', { id: filter.id });
    const areas = AREAS[filter.kind];
    const newest = records
      .subQuery()
      .select('MAX(place.id)')
      .from(LocationRecordRow, 'place')
      .where(`place.user_id = :userId AND place.${areas[0]} <> ''`)
      .groupBy(areas.map((column) => `place.${column}`).join(', '));
    records.andWhere(`record.id IN ${newest.getQuery()}`);
    if (filter.within !== undefined) {
      const { within } = filter;
      records.andWhere(
        new Brackets((any) => {
          for (const column of areas) any.orWhere(`LOWER(record.${column}) = :within`, { within: within.toLowerCase() });
        }),
      );
    }
    return records;
  }
}

function toRecord({ id, userId, ip, deviceSerial, createdAt, coordinates, ...row }: LocationRecordRow): LocationRecord {
  const [latitude, longitude] = coordinates.split(',').map(Number);
  const { countryCode, country, region, city, timeZone, networkOperator } = row;
  return {
    id,
    userId,
    ip,
    place: {
      countryCode,
      country,
      region,
      city,
      timeZone,
      coordinates: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
      networkOperator,
    },
    deviceSerial,
    createdAt,
  };
}

export const locationRecord = record(LocationRecordRow, {
  uses: [LocationStore],
  export: { name: 'locations', rows: exported },
  ofUser: ({ userId }) => [{ userId }],
});

async function* exported(userId: string, store: LocationStore): AsyncIterable<object> {
  for await (const { createdAt, ip, place } of readAll((page) => store.list(userId, { kind: 'all' }, page)))
    yield { at: isoTime(createdAt), ip, ...place };
}
