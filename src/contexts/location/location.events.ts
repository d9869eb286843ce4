import { Injectable } from '@nestjs/common';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { PlaceLogin } from './application/place-login.js';

interface LoginTold {
  readonly loginId: string;
}

@Injectable()
export class LocationEvents {
  constructor(private readonly placeLogin: PlaceLogin) {}

  @OnEvent('user.signed_in')
  signedIn({ loginId }: LoginTold): Promise<void> {
    return this.placeLogin.execute(loginId);
  }

  @OnEvent('user.sign_in_failed')
  signInFailed({ loginId }: LoginTold): Promise<void> {
    return this.placeLogin.execute(loginId);
  }
}
