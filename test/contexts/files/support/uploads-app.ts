import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../../support/app.js';
import type { Backend } from '../../../support/backend.js';
import { signInStaff } from '../../../support/staff.js';
import type { Answer, CallOptions, Credentials, FormValue } from '../../../support/client.js';

export interface UploadedFile {
  readonly marker: string;
  readonly userid: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  readonly filePath: string;
  readonly localUrl: string;
  readonly fileMime: string;
  readonly status: string;
  readonly recorded: string;
}

type Form = NonNullable<CallOptions['form']>;

/** The service with helpers for file tests. */
export class UploadsApp {
  private constructor(
    readonly service: TestApp,
    readonly ada: TestUser,
    readonly obi: TestUser,
  ) {}

  static async start(backend: Backend, overrides: Readonly<Record<string, string>> = {}): Promise<UploadsApp> {
    const service = await startApp(backend, overrides);
    return new UploadsApp(service, await service.register(), await service.register());
  }

  close(): Promise<void> {
    return this.service.close();
  }

  send(form: Form, as: Credentials = this.ada, options: CallOptions = {}): Promise<Answer> {
    return this.service.client.post('core_file_upload', { as, form, ...options });
  }

  /** Uploads and asserts success. */
  async upload(fileName: string, content: string | Buffer, as: Credentials = this.ada, more: Form = {}): Promise<UploadedFile> {
    const { body } = await this.send({ file: fileOf(fileName, content), ...more }, as);
    if (body.REQUEST.STATUS !== 'OK') throw new Error(`${fileName}: ${JSON.stringify(body)}`);
    return body.DATA as UploadedFile;
  }

  fetch(query: Readonly<Record<string, string>>, as: Credentials = this.ada): Promise<Answer> {
    return this.service.client.get('core_file_fetch', { as, query });
  }

  async find(marker: string, as: Credentials = this.ada): Promise<UploadedFile> {
    return (await this.fetch({ rqtp: 'mk', rqvl: marker }, as)).body.DATA as UploadedFile;
  }

  delete(marker: string, as: Credentials = this.ada): Promise<Answer> {
    return this.service.client.get('core_file_delete', { as, query: { fxid: marker } });
  }

  /** Downloads without a session. */
  show(
    { localUrl }: Pick<UploadedFile, 'localUrl'>,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Response> {
    return fetch(this.service.client.baseUrl + localUrl, { method, headers });
  }

  staff(...grants: string[]): Promise<TestUser> {
    return signInStaff(this.service, ...grants);
  }

  rows<Row = Record<string, string | number>>(sql: string, ...values: (string | number)[]): Promise<Row[]> {
    return this.service.app.get(Database, { strict: false }).rows<Row>(sql, values);
  }

  async execute(sql: string, ...values: (string | number)[]): Promise<void> {
    await this.service.app.get(Database, { strict: false }).manager.query(sql, values);
  }

  /** Waits until no file is due. */
  async settled(): Promise<void> {
    for (let look = 0; look < 400; look++) {
      const [row] = await this.rows<{ open: number }>('SELECT COUNT(*) AS open FROM file WHERE due_at > 0');
      if (row!.open === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('files are still being worked on');
  }

  /** Paths below the storage folder, and below the incoming folder. */
  contents(): string[] {
    return filesIn(join(this.service.config.dataDir, 'uploads'));
  }

  incoming(): string[] {
    return filesIn(join(this.service.config.dataDir, 'incoming'));
  }
}

export function fileOf(fileName: string, content: string | Buffer): FormValue {
  return { fileName, content };
}

export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    return [];
  }
}
