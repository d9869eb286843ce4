/** What an installation decides about files. */
export class FileSettings {
  constructor(
    /** Room for the files of one user. */
    readonly quotaBytes: number,
    /** Files are given out only after a virus scanner has seen them. */
    readonly scansFirst: boolean,
  ) {}
}
