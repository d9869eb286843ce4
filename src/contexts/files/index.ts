export { Attachments, type NewAttachment } from './application/ports/attachments.js';
export type { Sender } from './application/stranger-uploads.js';
export type { StoredFile } from './domain/stored-file.js';
export { FileRequests } from './application/ports/file-requests.js';
export type { FileRequest } from './domain/file-request.js';
export { GeneratedFiles } from './application/ports/generated-files.js';
export { OwnFiles } from './application/ports/own-files.js';
