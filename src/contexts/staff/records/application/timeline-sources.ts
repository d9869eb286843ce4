import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../kernel/registry.js';
import { TimelineSource } from '../../../../kernel/timeline.js';

@Injectable()
export class TimelineSources extends Registry<TimelineSource> {
  constructor(contributions: Contributions) {
    super(contributions, TimelineSource, { namesOf: ({ name }) => [name] });
  }

  get all(): readonly TimelineSource[] {
    return this.entries;
  }
}
