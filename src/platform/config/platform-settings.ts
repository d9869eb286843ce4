import type { ProviderManifest } from '../providers/provider-manifest.js';
import type { RoomSettingsType } from './room-settings.js';
import { BackupEnvironment } from '../backup/backup.settings.js';
import { KeysEnvironment } from '../crypto/keys.settings.js';
import { DatabaseEnvironment } from '../database/database.settings.js';
import { HttpEnvironment } from '../http/http.settings.js';
import { MailEnvironment } from '../mail/mail.settings.js';
import { ProvidersEnvironment } from '../providers/providers.settings.js';
import { RedisEnvironment } from '../redis/redis.settings.js';
import { StorageEnvironment } from '../storage/storage.settings.js';
import { TelemetryEnvironment } from '../telemetry/telemetry.settings.js';
import { ProcessEnvironment } from './process.settings.js';

/** In the order of docs/settings.md. */
export const PLATFORM_SETTINGS: readonly RoomSettingsType[] = [
  ProcessEnvironment,
  HttpEnvironment,
  TelemetryEnvironment,
  DatabaseEnvironment,
  RedisEnvironment,
  KeysEnvironment,
  BackupEnvironment,
  StorageEnvironment,
  MailEnvironment,
  ProvidersEnvironment,
];

/** All settings of a process: they are checked before anything starts. */
export interface KnownSettings {
  readonly rooms: readonly RoomSettingsType[];
  readonly manifests: readonly ProviderManifest[];
  /** The replacements of removed variables. */
  readonly removed?: Readonly<Record<string, string>>;
}

/** For parts of the service that a test assembles: settings of other rooms and of providers are checked when they are used. */
export const PLATFORM_SETTINGS_ONLY: KnownSettings = { rooms: PLATFORM_SETTINGS, manifests: [] };
