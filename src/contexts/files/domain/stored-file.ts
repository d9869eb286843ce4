/**
 * `incoming`: being stored; `rejected`: harmful or of another type than it claims, not served; `deleted`: a tombstone.
 * Only active and rejected files are visible.
 */
export type FileStatus = 'incoming' | 'active' | 'rejected' | 'deleted';

export interface StoredFile {
  readonly id: string;
  readonly userId: string;
  /** The user's name for it, without folders; at most 255 characters. */
  readonly fileName: string;
  readonly extension: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Absolute address of the content; whoever knows it may read it. */
  readonly url: string;
  readonly path: string;
  readonly status: FileStatus;
  readonly createdAt: number;
}
