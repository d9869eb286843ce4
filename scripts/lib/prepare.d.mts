export function prepare(needs?: { build?: boolean; tools?: boolean }): Promise<void>;
export function hasPackages(folder: string, packages: string, needs?: 'run' | 'build' | 'tools'): boolean;
