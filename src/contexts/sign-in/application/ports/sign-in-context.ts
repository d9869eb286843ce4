import type { Device } from './sessions.js';

export interface PushTarget {
  readonly tokenType: string;
  readonly pushToken: string;
  readonly channelId: string;
}

export interface SignInContext {
  readonly ip: string;
  readonly device: Device;
  readonly push: PushTarget | undefined;
}
