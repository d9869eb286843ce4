export function isDisordered(places: readonly (number | undefined)[], from: number): boolean;
