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
import type { RoomSettingsType } from './room-settings.js';

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
