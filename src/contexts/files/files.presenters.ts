import type { StoredFile } from './domain/stored-file.js';

export function presentFile(file: StoredFile) {
  return {
    marker: file.id,
    userid: file.userId,
    fileName: file.fileName,
    fileType: file.contentType,
    fileSize: file.sizeBytes,
    filePath: file.url,
    localUrl: file.path,
    fileMime: file.extension,
    status: file.status,
    recorded: String(file.createdAt),
  };
}
