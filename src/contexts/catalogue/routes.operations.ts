import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, pageOf } from '../../platform/http/presenting.js';
import { ChangeRoute } from './application/change-route.js';
import { type RouteRecord, Routes } from './application/ports.js';
import { catalogueFailures } from './domain/catalogue.failures.js';
import { RouteFetchInput, RouteUpdateInput } from './routes.inputs.js';

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
