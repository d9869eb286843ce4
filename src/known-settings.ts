import type { KnownSettings } from './platform/config/known-settings.js';
import { PROVIDER_MANIFESTS } from './provider-manifests.js';
import { ROOM_SETTINGS } from './room-settings.js';

/** The settings of all rooms and providers. */
export const KNOWN_SETTINGS: KnownSettings = { rooms: ROOM_SETTINGS, manifests: PROVIDER_MANIFESTS };
