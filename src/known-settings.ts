import type { KnownSettings } from './platform/config/platform-settings.js';
import { PROVIDER_MANIFESTS } from './provider-manifests.js';
import { ROOM_SETTINGS } from './room-settings.js';

export const KNOWN_SETTINGS: KnownSettings = {
  rooms: ROOM_SETTINGS,
  manifests: PROVIDER_MANIFESTS,
  removed: { TRANSFER_TARIFFS: 'propose the transfer fee in the console under Tariffs, or set CHARGES' },
};
