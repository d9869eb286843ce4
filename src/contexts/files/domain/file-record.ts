import type { StoredFile } from './stored-file.js';

/** A file with what only its own context knows of it. */
export interface FileRecord extends StoredFile {
  /** The system directory it was put into; empty for the user's own. */
  readonly directory: string;
  /** 128 random bits in hex: nobody finds a content by guessing. */
  readonly name: string;
  /** Of the content that is served, lower-case hex. */
  readonly sha256: string;
  /** `clean`: an image written anew, without what the camera told about itself and the place. */
  readonly content: 'original' | 'clean';
  readonly hasThumbnail: boolean;
  /** Unix ms; 0 until it was looked at. */
  readonly processedAt: number;
}

type Located = Pick<FileRecord, 'userId' | 'directory' | 'name'>;

export function originalKey({ userId, directory, name }: Located): string {
  return directory === '' ? `users/${userId}/${name}` : `system/${directory}/${name}`;
}

export function cleanKey(file: Located): string {
  return `${originalKey(file)}.clean`;
}

export function thumbnailKey(file: Located): string {
  return `${originalKey(file)}.thumbnail`;
}

/** Where a rejected content is kept, for those who want to know what it was. */
export function quarantineKey({ name }: Located): string {
  return `quarantine/${name}`;
}

/** Where the content is that is served. */
export function contentKey(file: FileRecord): string {
  return file.content === 'clean' ? cleanKey(file) : originalKey(file);
}

export function allKeys(file: Located): string[] {
  return [originalKey(file), cleanKey(file), thumbnailKey(file), quarantineKey(file)];
}
