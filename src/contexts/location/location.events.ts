import { Injectable } from '@nestjs/common';
import type { Events } from '../../kernel/events.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { Locations } from './location.js';

@Injectable()
export class LocationEvents {
  constructor(private readonly locations: Locations) {}

  @OnEvent('user.signed_in')
  signedIn({ loginId }: Events['user.signed_in']): Promise<void> {
    return this.locations.record(loginId);
  }

  @OnEvent('user.sign_in_failed')
  signInFailed({ loginId }: Events['user.sign_in_failed']): Promise<void> {
    return this.locations.record(loginId);
  }
}
