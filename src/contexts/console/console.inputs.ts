import { Text } from '../../platform/http/input.decorators.js';

export class SearchInput {
  @Text({ min: 2, max: 100 }) rqvl: string;
}
