export function namesOf(
  version: string,
): Readonly<Record<'source' | 'built' | 'image' | 'bom' | 'npm' | 'wheel' | 'licences' | 'provenance', string>>;
export function requireCommitted(): void;
export function makeRelease(folder: string, image?: string): Promise<string[]>;
export function verifyRelease(folder: string): string[];
