import { RECORD_KINDS, type RecordKind, type RecordReference } from '../../../kernel/staff-records.js';
import { Before, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';

export class SearchInput {
  @Text({ min: 2, max: 100 }) rqvl: string;
}

const NAMES = 100;
export const REFERENCE = `(?:${RECORD_KINDS.join('|')}):[^,\\s]{1,128}`;
const REFERENCES = new RegExp(`^${REFERENCE}(?:,${REFERENCE}){0,${NAMES - 1}}$`, 'u');

export class NameFetchInput {
  @Text({ max: 10_000, pattern: REFERENCES, form: `at most ${NAMES} records as kind:id, between commas` }) rqvl: string;

  get references(): RecordReference[] {
    return this.rqvl.split(',').map(readReference);
  }
}

export function readReference(reference: string): RecordReference {
  const end = reference.indexOf(':');
  return { kind: reference.slice(0, end) as RecordKind, id: reference.slice(end + 1) };
}

export class JobFetchInput {
  @RequestType(['exhausted', 'failing', 'mk']) rqtp: 'exhausted' | 'failing' | 'mk';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class JobRetryInput {
  @Text() reqv: string;
}
