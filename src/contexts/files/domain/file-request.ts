export type FileRequestState = 'running' | 'ready' | 'failed' | 'expired';

/** A file that a job makes for a user, who can fetch it for a time. Its id is that of the file. */
export interface FileRequest {
  readonly id: string;
  readonly userId: string;
  readonly state: FileRequestState;
  /** Unix ms. */
  readonly createdAt: number;
  /** Unix ms; 0 until it is ready. */
  readonly expiresAt: number;
}
