import type { ProviderManifest } from '../providers/provider-manifest.js';
import { PLATFORM_SETTINGS } from './platform-settings.js';
import type { RoomSettingsType } from './room-settings.js';

/** All settings of a process: they are checked before anything starts. */
export interface KnownSettings {
  readonly rooms: readonly RoomSettingsType[];
  readonly manifests: readonly ProviderManifest[];
  /** The replacements of removed variables. */
  readonly removed?: Readonly<Record<string, string>>;
}

/** For parts of the service that a test assembles: settings of other rooms and of providers are checked when they are used. */
export const PLATFORM_SETTINGS_ONLY: KnownSettings = { rooms: PLATFORM_SETTINGS, manifests: [] };
