import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, commentWithId, oneOrPageOf } from '../../platform/http/presenting.js';
import { CreateEndpoint, Endpoints, RemoveEndpoint, TestEndpoint, UpdateEndpoint } from './endpoints.js';
import { webhookFailures } from './webhooks.js';
import {
  CreateEndpointInput,
  FetchEndpointsInput,
  RemoveEndpointInput,
  TestEndpointInput,
  UpdateEndpointInput,
} from './webhooks.operations.js';
import { presentEndpoint, presentEndpointSecret } from './webhooks.presenters.js';

const ENDPOINTS_PER_PAGE = 15;
const BAD_URL = [webhookFailures.endpoint_url, webhookFailures.endpoint_not_public].map((failure) =>
  on(failure, { code: 400, id: 'url_invalid' }),
);

@Injectable()
export class EndpointsOperations {
  constructor(
    private readonly createEndpoint: CreateEndpoint,
    private readonly updateEndpoint: UpdateEndpoint,
    private readonly removeEndpoint: RemoveEndpoint,
    private readonly testEndpoint: TestEndpoint,
    private readonly endpoints: Endpoints,
  ) {}

  @Operation('control_webhook_endpoint_create', {
    method: 'POST',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    failures: BAD_URL,
    present: presentEndpointSecret,
    summary:
      'Adds an endpoint at a public address, for some events or for all; the answer is the only one that shows its secret.',
  })
  async create({ url, events = [], description = '', batch }: CreateEndpointInput, staff: Caller) {
    return this.createEndpoint.execute({ url, events, description, batch }, staff, 'control_webhook_endpoint_create');
  }

  @Operation('control_webhook_endpoint_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    failures: [on(webhookFailures.endpoint_not_found), on(webhookFailures.nothing_found)],
    present: oneOrPageOf(presentEndpoint),
    summary: 'The endpoints, newest first, or one of them.',
  })
  async fetch({ endpointId, page }: FetchEndpointsInput) {
    if (endpointId !== undefined) {
      const endpoint = await this.endpoints.find(endpointId);
      if (!endpoint) throw new Failure(webhookFailures.endpoint_not_found);
      return endpoint;
    }
    const found = await this.endpoints.list({ before: page, size: ENDPOINTS_PER_PAGE });
    if (found.items.length === 0) throw new Failure(webhookFailures.nothing_found);
    return found;
  }

  @Operation('control_webhook_endpoint_update', {
    method: 'PATCH',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    failures: [on(webhookFailures.endpoint_not_found), on(webhookFailures.nothing_to_change), ...BAD_URL],
    present: presentEndpointSecret,
    summary: 'Changes an endpoint; rotate makes a new secret, shown once, beside which the old one signs for a day.',
  })
  async update({ endpointId, url, events, description, status, batch, rotate = false }: UpdateEndpointInput, staff: Caller) {
    const change = { url, events, description, status, batch };
    return this.updateEndpoint.execute(endpointId, change, rotate, staff, 'control_webhook_endpoint_update');
  }

  @Operation('control_webhook_endpoint_test', {
    method: 'POST',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    failures: [on(webhookFailures.endpoint_not_found), on(webhookFailures.endpoint_disabled, { id: 'endpoint_disabled' })],
    present: commentWithId('A ping is sent to the endpoint'),
    summary:
      'Sends a signed `ping` to an active endpoint, once, whatever it subscribes to. MKID is its marker, with which control_webhook_fetch shows what the endpoint answered.',
  })
  async test({ endpointId }: TestEndpointInput, staff: Caller) {
    return this.testEndpoint.execute(endpointId, staff, 'control_webhook_endpoint_test');
  }

  @Operation('control_webhook_endpoint_remove', {
    method: 'DELETE',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    failures: [on(webhookFailures.endpoint_not_found)],
    present: comment('Webhook endpoint removed'),
    summary: 'Removes an endpoint and its secrets; what was to be sent there fails.',
  })
  async remove({ endpointId }: RemoveEndpointInput, staff: Caller) {
    await this.removeEndpoint.execute(endpointId, staff, 'control_webhook_endpoint_remove');
  }
}
