export class FileSettings {
  constructor(
    readonly quotaBytes: number,
    /** Files are served only after a virus scan. */
    readonly scansFirst: boolean,
  ) {}
}
