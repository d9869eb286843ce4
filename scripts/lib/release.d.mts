export function namesOf(
  version: string,
): Readonly<Record<'source' | 'built' | 'bom' | 'npm' | 'wheel' | 'licences' | 'provenance', string>>;
export function requireCommitted(): void;
export function makeRelease(folder: string): string[];
export function verifyRelease(folder: string): string[];
