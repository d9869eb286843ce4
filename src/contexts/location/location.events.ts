import { Injectable } from '@nestjs/common';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { LocateLogin } from './application/locate-login.js';

interface LoginEvent {
  readonly loginId: string;
}

@Injectable()
export class LocationEvents {
  constructor(private readonly locateLogin: LocateLogin) {}

  @OnEvent('user.signed_in')
  signedIn({ loginId }: LoginEvent): Promise<void> {
    return this.locateLogin.execute(loginId);
  }

  @OnEvent('user.sign_in_failed')
  signInFailed({ loginId }: LoginEvent): Promise<void> {
    return this.locateLogin.execute(loginId);
  }
}
