import type { StoredFile } from './stored-file.js';

export interface FileRecord extends StoredFile {
  /** Empty for the user's own files. */
  readonly directory: string;
  /** 128 random bits in hex, because the name gives access to the content. */
  readonly name: string;
  /** Covers served content; lower-case hex. */
  readonly sha256: string;
  /** `clean`: an image encoded again without its metadata. */
  readonly content: 'original' | 'clean';
  readonly hasThumbnail: boolean;
  /** 0 before processing. */
  readonly processedAt: number;
}

/** Holds files that the service makes for a user, seen by nobody else; no client can name it, and they have no own address. */
export const GENERATED_DIRECTORY = '_generated';

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

export function quarantineKey({ name }: Located): string {
  return `quarantine/${name}`;
}

export function contentKey(file: FileRecord): string {
  return file.content === 'clean' ? cleanKey(file) : originalKey(file);
}

export function allKeys(file: Located): string[] {
  return [originalKey(file), cleanKey(file), thumbnailKey(file), quarantineKey(file)];
}
