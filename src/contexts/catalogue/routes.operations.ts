import { Before, Choice, Count, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { type RouteChange, type RouteFilter, ChangeRoute, type RouteRecord, Routes } from './routes.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, pageOf } from '../../platform/http/presenting.js';
import { catalogueFailures } from './catalogue.js';

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

const PER_PAGE = 100;

@Injectable()
export class RoutesOperations {
  constructor(
    private readonly routes: Routes,
    private readonly changeRoute: ChangeRoute,
  ) {}

  @Operation('control_route_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'offerControl.getDataList',
    missing: 400,
    failures: [on(catalogueFailures.no_route, { code: 404 })],
    present: pageOf(presentRoute),
    summary:
      'By which providers items are sold: the routes of an item, of a biller’s items, of a provider, those that are off, or all.',
  })
  async fetch({ filter, page: before }: RouteFetchInput) {
    const page = await this.routes.list(filter, { before, size: PER_PAGE });
    if (page.items.length === 0) throw new Failure(catalogueFailures.no_route);
    return page;
  }

  @Operation('control_route_update', {
    method: 'POST',
    access: 'admin',
    permission: 'offerControl.allowModify',
    missing: 400,
    failures: [
      on(catalogueFailures.no_route, { code: 404 }),
      on(catalogueFailures.nothing_to_change, { code: 400 }),
      on(catalogueFailures.unknown_item, { code: 400, id: 'itemId_invalid' }),
      on(catalogueFailures.other_kind, { code: 400, id: 'itemId_invalid' }),
      on(catalogueFailures.other_route, { code: 400, id: 'itemId_invalid' }),
    ],
    present: comment('The route was updated'),
    summary: 'Switches a route on or off, gives it a position among those of its item, or makes it a route of another item.',
  })
  async update({ reqv, change }: RouteUpdateInput, caller: Caller) {
    await this.changeRoute.execute(reqv, change, caller);
  }
}

function presentRoute({ id, itemId, itemName, billerName, provider, paymentCode, position, status }: RouteRecord) {
  return { marker: id, itemId, item: itemName, biller: billerName, provider, paymentCode, position, status };
}
