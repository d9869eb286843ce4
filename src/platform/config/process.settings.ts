import { IsIn, IsString } from 'class-validator';
import { Described, RoomSettings } from './room-settings.js';

export class ProcessEnvironment extends RoomSettings {
  @Described('Process', {
    meaning:
      'purpose of the installation; in `production` the sandbox is refused unless allowed, and addresses of others must be https',
  })
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: string = 'development';

  @Described('Process', {
    meaning:
      'work of the process; `api` and `worker` are separate processes and need `DATABASE_URL` and `REDIS_URL`; with both set, `all` starts a worker beside itself',
  })
  @IsIn(['all', 'api', 'worker'])
  ROLE: 'all' | 'api' | 'worker' = 'all';

  @Described('Process', { meaning: 'folder of `app.key`, the embedded database, mails and uploads', form: 'a folder' })
  @IsString()
  DATA_DIR: string = '.data';

  get production(): boolean {
    return this.NODE_ENV === 'production';
  }
}
