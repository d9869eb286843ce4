export { Attachments, FileRequests, GeneratedFiles, type NewAttachment, type Sender, type FileRequest } from './uploads.js';
export { OwnFiles } from './downloads.js';
export { type StoredFile } from './files.js';
