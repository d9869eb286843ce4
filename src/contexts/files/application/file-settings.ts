export class FileSettings {
  constructor(
    readonly quotaBytes: number,
    /** Files are served only after a virus scan. */
    readonly scansFirst: boolean,
    /** Where contents are served. */
    readonly url: string,
    readonly requiresVerifiedEmail: boolean,
  ) {}
}
