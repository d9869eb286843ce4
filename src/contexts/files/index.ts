export { Attachments, type NewAttachment } from './application/ports/attachments.js';
export type { FileStatus, StoredFile } from './domain/stored-file.js';
