/** `rejected`: harmful or of another type than claimed; `deleted`: a tombstone. Only active and rejected files are visible. */
export type FileStatus = 'incoming' | 'active' | 'rejected' | 'deleted';

export interface StoredFile {
  readonly id: string;
  readonly userId: string;
  /** At most 255 characters, without folders. */
  readonly fileName: string;
  readonly extension: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The address gives access to the content; empty where another one has to be asked for. */
  readonly url: string;
  readonly path: string;
  readonly status: FileStatus;
  readonly createdAt: number;
}
