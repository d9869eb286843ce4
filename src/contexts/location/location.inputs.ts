import { Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import type { LocationFilter } from './application/ports.js';

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
