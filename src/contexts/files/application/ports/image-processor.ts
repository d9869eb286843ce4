export interface ProcessedImage {
  readonly bytes: Buffer;
  /** A small WebP; undefined where none can be made. */
  readonly thumbnail: Buffer | undefined;
}

export abstract class ImageProcessor {
  /** @returns undefined for an unreadable image, or one with too many pixels */
  abstract stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | undefined>;
}
