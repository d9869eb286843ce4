import { Before, Code, FilePart, Optional, Password, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ReceivedFile } from '../../platform/http/upload.js';
import type { OwnerSecrets } from '../sign-in/index.js';

const DIRECTORY = /^[a-z0-9-]{1,32}$/;

export class FileUploadInput {
  @FilePart() file: ReceivedFile;
  @Optional() @Text({ pattern: DIRECTORY, form: '1 to 32 lower case letters, digits and hyphens' }) sysdrn?: string;
}

export class FileFetchInput {
  @RequestType(['user', 'mk', 'all', 'owner']) rqtp: 'user' | 'mk' | 'all' | 'owner';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
  @Optional() @Text({ pattern: DIRECTORY, form: '1 to 32 lower case letters, digits and hyphens' }) sysdrn?: string;
}

export class FileDownloadInput {
  @Text() fxid: string;
  @Optional() @Password() pswd?: string;
  @Optional() @Code() code?: string;

  get secrets(): OwnerSecrets {
    return { password: this.pswd, code: this.code };
  }
}

export class FileDeleteInput {
  @Text() fxid: string;
}
