export interface MadeDocument {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}
