import { Before, FilePart, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ReceivedFile } from '../../platform/http/upload.js';

export class FileUploadInput {
  @FilePart() file: ReceivedFile;
  @Optional() @Text({ pattern: /^[a-z0-9-]{1,32}$/ }) sysdrn?: string;
}

export class FileFetchInput {
  @RequestType(['user', 'mk', 'all']) rqtp: 'user' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class FileDeleteInput {
  @Text() fxid: string;
}
