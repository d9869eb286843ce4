export interface CleanImage {
  /** The image without metadata, in the same format. */
  readonly bytes: Buffer;
  /** A small WebP; undefined where none can be made. */
  readonly thumbnail: Buffer | undefined;
}

/** Works on images. */
export abstract class Images {
  /** @returns undefined when it is no readable image, or one too large to be opened */
  abstract clean(bytes: Buffer, extension: string): Promise<CleanImage | undefined>;
}
