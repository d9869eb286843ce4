import { type FileRequest, FileRequests } from '../../../files/index.js';

export abstract class DataExports extends FileRequests<FileRequest> {}
