export function writeImage(folder: string): Promise<number>;
