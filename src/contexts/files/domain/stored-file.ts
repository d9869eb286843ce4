/**
 * `incoming`: its bytes are on their way; `rejected`: found to be harmful or not what it said, nobody is given its
 * content; `deleted`: a tombstone. Only active and rejected files are shown to anybody.
 */
export type FileStatus = 'incoming' | 'active' | 'rejected' | 'deleted';

/** A file that a user has. */
export interface StoredFile {
  readonly id: string;
  readonly userId: string;
  /** As the user named it, without folders; at most 255 characters. */
  readonly fileName: string;
  /** Lower-case, without the dot. */
  readonly extension: string;
  /** The media type that goes with the extension. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Absolute address of the content; whoever knows it may read it. */
  readonly url: string;
  /** The same below the service's own address: `/uploads/…`. */
  readonly path: string;
  readonly status: FileStatus;
  /** Unix ms. */
  readonly createdAt: number;
}
