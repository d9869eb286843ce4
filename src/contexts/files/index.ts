export { Attachments, FileRequests, GeneratedFiles, type NewAttachment, OwnFiles } from './application/ports.js';
export type { Sender } from './application/stranger-uploads.js';
export type { StoredFile } from './domain/stored-file.js';
export type { FileRequest } from './domain/file-request.js';
