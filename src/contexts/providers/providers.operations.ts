import { Choice, Optional, Text, NoInput } from '../../platform/http/input.decorators.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, listOf } from '../../platform/http/presenting.js';
import { PROVIDER_KINDS, type ProviderKind, Providers, providersFailures } from './providers.js';
import { presentProvider } from './providers.presenters.js';

export class ProviderUpdateInput {
  @Text({ max: 40 }) name: string;
  @Choice(['on', 'off']) status: 'on' | 'off';
  @Text() reason: string;
  @Optional() @Choice(PROVIDER_KINDS) kind?: ProviderKind;
}

@Injectable()
export class ProvidersOperations {
  constructor(private readonly providers: Providers) {}

  @Operation('control_provider_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'offerControl.viewDetails',
    present: listOf(presentProvider),
    summary: 'How the providers of purchases and deposits fare.',
  })
  fetch(_: NoInput) {
    return this.providers.list();
  }

  @Operation('control_provider_update', {
    method: 'POST',
    access: 'admin',
    permission: 'offerControl.allowModify',
    missing: 400,
    failures: [on(providersFailures.unknown_provider, { code: 404 })],
    present: comment('The provider was updated'),
    summary: 'Switches a provider off or on for new bills, deposits or payouts; what it has already is asked about all the same.',
  })
  async update({ name, kind, status, reason }: ProviderUpdateInput, caller: Caller) {
    await this.providers.switch(name, kind, status === 'on', reason, caller);
  }
}
