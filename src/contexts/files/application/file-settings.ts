export class FileSettings {
  constructor(
    readonly quotaBytes: number,
    /** Files are served only after a virus scan. */
    readonly scansFirst: boolean,
    /** Contents are served here. */
    readonly url: string,
    readonly requiresVerifiedEmail: boolean,
  ) {}
}
