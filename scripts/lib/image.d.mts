export const START: readonly string[];
export function writeImage(folder: string): Promise<number>;
