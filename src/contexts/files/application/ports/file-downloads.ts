export interface FileDownload {
  readonly fileId: string;
  readonly userId: string;
  /** Of whoever asked for it; it ends with the session. */
  readonly sessionId: string;
  readonly expires: number;
}

/** Addresses that give a file once, by the digests of their tokens. */
export abstract class FileDownloads {
  /** Replaces the earlier one of the file. */
  abstract add(digest: string, download: FileDownload): Promise<void>;
  /** Undefined where it was taken before or has expired. */
  abstract take(digest: string, now: number): Promise<FileDownload | undefined>;
  /** Removes at most `limit` that have expired; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
