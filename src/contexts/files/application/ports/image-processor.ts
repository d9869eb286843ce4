export interface ProcessedImage {
  readonly bytes: Buffer;
  /** WebP; undefined where none can be made. */
  readonly thumbnail: Buffer | undefined;
}

export abstract class ImageProcessor {
  /** Undefined for an unreadable image, or one with too many pixels. */
  abstract stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | undefined>;
}
