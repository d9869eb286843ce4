import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, listOf } from '../../platform/http/presenting.js';
import { ShowProviders } from './application/show-providers.js';
import { SwitchProvider } from './application/switch-provider.js';
import { providersFailures } from './domain/providers.failures.js';
import { ProviderUpdateInput } from './providers.inputs.js';
import { presentProvider } from './providers.presenters.js';

@Injectable()
export class ProvidersOperations {
  constructor(
    private readonly showProviders: ShowProviders,
    private readonly switchProvider: SwitchProvider,
  ) {}

  @Operation('control_provider_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'offerControl.viewDetails',
    present: listOf(presentProvider),
    summary: 'How the providers of purchases and deposits fare.',
  })
  fetch(_: NoInput) {
    return this.showProviders.execute();
  }

  @Operation('control_provider_update', {
    method: 'POST',
    access: 'admin',
    permission: 'offerControl.allowModify',
    missing: 400,
    failures: [on(providersFailures.unknown_provider, { code: 404 })],
    present: comment('The provider was updated'),
    summary: 'Switches a provider off or on for new purchases and deposits; what it has already is asked about all the same.',
  })
  async update({ name, status, reason }: ProviderUpdateInput, caller: Caller) {
    await this.switchProvider.execute(name, status === 'on', reason, caller);
  }
}
