import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../../src/create-app.js';
import { AbuseModule } from '../../../../src/contexts/abuse/abuse.module.js';
import { AccountsModule } from '../../../../src/contexts/accounts/accounts.module.js';
import { SignInModule } from '../../../../src/contexts/sign-in/sign-in.module.js';
import { NotificationsModule } from '../../../../src/contexts/notifications/notifications.module.js';
import { LedgerModule } from '../../../../src/ledger/ledger.module.js';
import { Mailer } from '../../../../src/kernel/mail.js';
import { MIGRATIONS } from '../../../../src/migrations/index.js';
import { Database } from '../../../../src/platform/database/database.js';
import { HttpModule } from '../../../../src/platform/http/http.module.js';
import { StaffReads } from '../../../../src/platform/http/staff-reads.js';
import { PlatformModule } from '../../../../src/platform/platform.module.js';
import { StorageModule } from '../../../../src/platform/storage/storage.module.js';
import { ImagesModule } from '../../../../src/platform/images/image-process.js';
import { QueueModule } from '../../../../src/platform/queue/queue.module.js';
import type { ColumnValue } from '../../../../src/kernel/row-changes.js';
import { type Backend, makeBackend, type TestBackend } from '../../../support/backend.js';
import { type Answer, TestClient } from '../../../support/client.js';
import { DirectMails } from '../../../../src/platform/mail/direct-mails.js';
import { MailRecords } from '../../../../src/platform/mail/mail-records.js';
import { FakeMailer, NoFigures, NoNameReview } from './fakes.js';
import { ManualClock } from '../../../support/clocks.js';

/** One process of the service with the contexts that identity needs. */
export interface IdentityNode {
  readonly app: NestFastifyApplication;
  readonly client: TestClient;
}

export interface IdentityApp extends TestBackend, IdentityNode {
  readonly mailer: FakeMailer;
  readonly clock: ManualClock;
  /** Another process on the same data. */
  another(): Promise<IdentityNode>;
  rows<Row>(sql: string, ...values: ColumnValue[]): Promise<Row[]>;
  register(email: string, over?: Readonly<Record<string, string>>): Promise<Answer>;
  login(email: string, over?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

export const PASSWORD = 'Correct-horse-7';

@Global()
@Module({})
class IdentityTestModule {}

/** Identity over HTTP with mail in memory, without billing and the other contexts. */
export async function startIdentity(backend: Backend, environment: Readonly<Record<string, string>> = {}): Promise<IdentityApp> {
  const place = makeBackend(backend, { PORT: '0', ...environment });
  const { config } = place;
  const mailer = new FakeMailer();
  const clock = new ManualClock();
  const nodes: IdentityNode[] = [];
  const startNode = async (): Promise<IdentityNode> => {
    const app = await createApp({ config, clock }, (options) => ({
      ...rootOf(mailer),
      imports: [
        PlatformModule.forRoot({ ...options, migrations: MIGRATIONS }),
        QueueModule.forRoot(config),
        StorageModule,
        ImagesModule,
        HttpModule.forRoot(config, [SignInModule, LedgerModule, AbuseModule]),
        LedgerModule,
        AccountsModule,
        NotificationsModule,
        SignInModule,
      ],
    }));
    await app.listen(0, '127.0.0.1');
    const node = { app, client: new TestClient(await app.getUrl()) };
    nodes.push(node);
    return node;
  };
  const { app, client } = await startNode();
  const device = { devt: 'Android', devs: 'serial-1', devn: 'Pixel' };
  return {
    ...place,
    app,
    client,
    mailer,
    clock,
    another: startNode,
    rows: (sql, ...values) => app.get(Database).rows(sql, values),
    register: (emal, over = {}) =>
      client.post('user_profile_create', { body: { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: PASSWORD, ...device, ...over } }),
    login: (emal, over = {}) =>
      client.post('user_profile_login', {
        body: { emal, pswd: PASSWORD, dvty: 'Android', dsnm: 'serial-1', dvnm: 'Pixel', ...over },
      }),
    async close() {
      for (const node of nodes) await node.app.close();
      await place.remove();
    },
  };
}

function rootOf(mailer: FakeMailer): DynamicModule {
  const providers = [
    { provide: Mailer, useValue: mailer },
    { provide: DirectMails, useValue: { connections: 0 } },
    { provide: MailRecords, useValue: { entriesOf: () => Promise.resolve([]) } },
    NoFigures,
    NoNameReview,
    { provide: StaffReads, useValue: { record: () => Promise.resolve() } },
  ];
  return { module: IdentityTestModule, providers, exports: [Mailer, DirectMails, MailRecords, StaffReads] };
}
