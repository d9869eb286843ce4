import type { Provider } from '@nestjs/common';
import { Config } from './config.js';
import type { RoomSettingsType } from './room-settings.js';

export function provideSettings(type: RoomSettingsType): Provider {
  return { provide: type, useFactory: (config: Config) => config.of(type), inject: [Config] };
}
