import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';
import { LocationRecords } from './application/ports.js';
import { locationFailures } from './domain/location.failures.js';
import { LocationFetchInput, locationFilter } from './location.inputs.js';
import { presentLocation } from './location.presenters.js';

const RECORDS_PER_PAGE = 15;

@Injectable()
export class LocationOperations {
  constructor(private readonly records: LocationRecords) {}

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
    const page = await this.records.list(userId, locationFilter(input), { before: input.page, size: RECORDS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(locationFailures.not_found);
    return page.items;
  }
}
