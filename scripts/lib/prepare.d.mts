export function hasPackages(folder: string, packages: string, needs?: 'run' | 'build' | 'tools'): boolean;
