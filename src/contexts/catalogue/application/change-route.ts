import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { catalogueFailures } from '../domain/catalogue.failures.js';
import { type RouteChange, type RouteRecord, Routes } from './ports.js';

/** Staff decide which provider sells an item, in which order. */
@Injectable()
export class ChangeRoute {
  constructor(
    private readonly routes: Routes,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure of `catalogue` where the route cannot be changed so; nothing was changed */
  execute(id: string, change: RouteChange, by: StaffMember): Promise<void> {
    if (Object.keys(change).length === 0) throw new Failure(catalogueFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(by, 'control_route_update', async () => {
      const before = await this.find(id);
      await this.routes.change(id, change);
      return { subject: `route:${id}`, before: stateOf(before), after: stateOf(await this.find(id)), result: undefined };
    });
  }

  private async find(id: string): Promise<RouteRecord> {
    const route = await this.routes.find(id);
    if (!route) throw new Failure(catalogueFailures.no_route);
    return route;
  }
}

function stateOf({ itemId, provider, paymentCode, position, status }: RouteRecord) {
  return { itemId, provider, paymentCode, position, status };
}
