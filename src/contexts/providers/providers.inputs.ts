import { Choice, Text } from '../../platform/http/input.decorators.js';

export class ProviderUpdateInput {
  @Text({ max: 40 }) name: string;
  @Choice(['on', 'off']) status: 'on' | 'off';
  @Text() reason: string;
}
