import type { ProviderManifest } from '../providers/provider-manifest.js';
import { PLATFORM_SETTINGS } from './platform-settings.js';
import type { RoomSettingsType } from './room-settings.js';

/** What a process may be set to: all of it is checked before anything starts. */
export interface KnownSettings {
  readonly rooms: readonly RoomSettingsType[];
  readonly manifests: readonly ProviderManifest[];
  /** What to do instead, by variables that there are no more. */
  readonly removed?: Readonly<Record<string, string>>;
}

/** For parts of the service that a test assembles: settings of other rooms and of providers are checked when they are used. */
export const PLATFORM_SETTINGS_ONLY: KnownSettings = { rooms: PLATFORM_SETTINGS, manifests: [] };
