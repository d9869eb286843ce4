import { Before, Choice, Count, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import type { RouteChange, RouteFilter } from './application/ports.js';

export class RouteFetchInput {
  @RequestType(['item', 'biller', 'provider', 'off', 'all']) rqtp: 'item' | 'biller' | 'provider' | 'off' | 'all';
  @Optional() @Text({ max: 96 }) rqvl?: string;
  /** Exclusive. */
  @Optional() @Before() page?: number;

  get filter(): RouteFilter {
    const { rqtp, rqvl = '' } = this;
    return rqtp === 'off' || rqtp === 'all' ? { by: rqtp } : { by: rqtp, value: rqvl };
  }
}

export class RouteUpdateInput {
  @Text({ max: 40 }) reqv: string;
  @Optional() @Choice(['on', 'off']) status?: 'on' | 'off';
  @Optional() @Count({ min: 1, max: 100 }) position?: number;
  @Optional() @Text({ max: 96 }) itemId?: string;

  get change(): RouteChange {
    const { status, position, itemId } = this;
    return {
      ...(status === undefined ? {} : { isOn: status === 'on' }),
      ...(position === undefined ? {} : { position }),
      ...(itemId === undefined ? {} : { itemId }),
    };
  }
}
