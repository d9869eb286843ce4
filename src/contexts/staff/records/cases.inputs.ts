import { RECORD_KINDS, type RecordKind, type RecordReference } from '../../../kernel/staff-records.js';
import { Before, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import type { CaseChange } from './application/ports.js';
import { readReference, REFERENCE } from './records.inputs.js';

const RECORD = { max: 200, pattern: new RegExp(`^${REFERENCE}$`, 'u'), form: 'a record as kind:id' };
const ACCOUNT = '[0-9A-Za-z-]{1,64}';

export class TimelineInput {
  @Text(RECORD) rqvl: string;

  get record(): RecordReference {
    return readReference(this.rqvl);
  }
}

type CaseFilter = 'mine' | 'unowned' | 'due' | 'kind' | 'mk' | 'all';

export class CaseFetchInput {
  @RequestType(['mine', 'unowned', 'due', 'kind', 'mk', 'all']) rqtp: CaseFilter;
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;

  get record(): RecordReference | undefined {
    return this.rqvl !== undefined && RECORD.pattern.test(this.rqvl) ? readReference(this.rqvl) : undefined;
  }

  get kind(): RecordKind | undefined {
    return RECORD_KINDS.find((kind) => kind === this.rqvl);
  }
}

export class CaseTakeInput {
  @Text(RECORD) reqv: string;

  get record(): RecordReference {
    return readReference(this.reqv);
  }
}

export class CaseNoteInput extends CaseTakeInput {
  @Text({ max: 10_000 }) note: string;
  @Optional()
  @Text({
    max: 1_000,
    pattern: new RegExp(`^${ACCOUNT}(?:,${ACCOUNT}){0,9}$`, 'u'),
    form: 'at most 10 members of staff, between commas',
  })
  mention?: string;

  get mentions(): string[] {
    return this.mention?.split(',') ?? [];
  }
}

export class CaseUpdateInput extends CaseTakeInput {
  @Optional() @Text({ min: 0, max: 64 }) owner?: string;
  @Optional() @Text({ min: 0, max: 13, pattern: /^(?:\d{13})?$/u, form: 'unix milliseconds, or empty' }) due?: string;

  get change(): CaseChange {
    return {
      ...(this.owner === undefined ? {} : { ownerId: this.owner }),
      ...(this.due === undefined ? {} : { dueAt: this.due === '' ? null : Number(this.due) }),
    };
  }
}
