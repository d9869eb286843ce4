import type { ProviderManifest } from '../providers/provider-manifest.js';
import type { RoomSettingsType } from './room-settings.js';

/** Settings that are not the platform's own: their owners bring them, and they are checked with the others. */
export interface KnownSettings {
  readonly rooms: readonly RoomSettingsType[];
  readonly manifests: readonly ProviderManifest[];
}

/** For parts of the service that a test assembles: settings of rooms and providers are checked when they are used. */
export const PLATFORM_SETTINGS_ONLY: KnownSettings = { rooms: [], manifests: [] };
