import { Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { type LocationFilter, type LocationRecord, LocationStore, locationFailures } from './location.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';

export class LocationFetchInput {
  @Optional() @RequestType(['countries', 'states', 'cities', 'all', 'mk']) rtyp?:
    | 'countries'
    | 'states'
    | 'cities'
    | 'all'
    | 'mk';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

/** Without a type, a value means `mk` and none means `all`. */
export function locationFilter({ rtyp, rqvl }: LocationFetchInput): LocationFilter {
  const kind = rtyp ?? (rqvl === undefined ? 'all' : 'mk');
  if (kind === 'all') return { kind };
  if (kind === 'mk') return { kind: 'id', id: rqvl ?? '' };
  return { kind, within: rqvl };
}

export function presentLocation({ id, userId, ip, place, createdAt }: LocationRecord) {
  const { city, region, country, countryCode, timeZone, coordinates, networkOperator } = place;
  return {
    marker: id,
    userid: userId,
    ip,
    city,
    region,
    country,
    isp: networkOperator,
    timeZone,
    axis: coordinates ? `${coordinates.latitude},${coordinates.longitude}` : '',
    cntiso: countryCode,
    status: 'active',
    recorded: String(createdAt),
  };
}

const RECORDS_PER_PAGE = 15;

@Injectable()
export class LocationOperations {
  constructor(private readonly store: LocationStore) {}

  @Operation('user_location_fetch', {
    method: 'GET',
    access: 'signed',
    unauthenticated: { code: 401, msg: 'rqat_required' },
    failures: [on(locationFailures.not_found, { code: 400, msg: 'not_found' })],
    fault: { code: 500, msg: 'server_error' },
    present: listOf(presentLocation),
    summary:
      'From where the signed-in user signed in, newest first. IP geolocation by DB-IP, https://db-ip.com; operators of networks by DB-IP, https://routeviews.org and https://nro.net',
  })
  async fetch(input: LocationFetchInput, { userId }: Caller) {
    const page = await this.store.list(userId, locationFilter(input), { before: input.page, size: RECORDS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(locationFailures.not_found);
    return page.items;
  }
}
