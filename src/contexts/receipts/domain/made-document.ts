/** A file small enough for an answer. */
export interface MadeDocument {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}
