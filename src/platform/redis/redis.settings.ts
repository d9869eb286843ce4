import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { Described, RoomSettings } from '../config/room-settings.js';
import { REDIS_URL_FORMS, redisAddress } from './redis-address.js';

export class RedisEnvironment extends RoomSettings {
  @Described('Data', {
    meaning:
      'queue, rate limits and replay guard: one server, Sentinel or Cluster, `rediss` for TLS, with `?ca=`, `cert` and `key` where needed ([deployment](deployment.md#redis))',
    unset: 'they are in this process, which then must be the only one',
    example: 'redis://127.0.0.1:6379',
  })
  @IsOptional()
  @IsRedisUrl()
  REDIS_URL?: string = undefined;

  @Described('Data', { meaning: 'prefix of every key, so that installations can share a Redis' })
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'REDIS_PREFIX must be 1 to 64 letters, digits, _ or -' })
  REDIS_PREFIX: string = 'harmattan';
}

function IsRedisUrl(): PropertyDecorator {
  const isAddress = (value: unknown) => {
    try {
      redisAddress(String(value));
      return true;
    } catch {
      return false;
    }
  };
  const message = `REDIS_URL must be ${REDIS_URL_FORMS}`;
  return ValidateBy({ name: 'isRedisUrl', validator: { validate: isAddress } }, { message });
}
