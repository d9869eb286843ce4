export interface Licence {
  readonly name: string;
  readonly version: string;
  /** An expression of SPDX, or what the package says instead. */
  readonly licence: string;
  readonly texts: readonly string[];
}

export function installedLicences(): Licence[];
export function bundledLicences(): Licence[];
export function licenceFaults(packages: readonly Licence[]): string[];
export function licencesPage(version: string, installed: readonly Licence[], bundled: readonly Licence[]): string;
