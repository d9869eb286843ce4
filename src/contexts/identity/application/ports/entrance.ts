import type { Device } from './sessions.js';

/** Where push messages for this device go. */
export interface PushTarget {
  readonly tokenType: string;
  readonly pushToken: string;
  readonly channelId: string;
}

/** From where and with what somebody signs in. */
export interface Entrance {
  readonly ip: string;
  readonly device: Device;
  readonly push: PushTarget | undefined;
}
