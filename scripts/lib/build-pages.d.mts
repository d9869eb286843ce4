export function arePagesBuilt(): boolean;
export function buildPages(): Promise<void>;
/** For a service that runs from its sources, which serves them as they are in the package. */
export function preparePages(): Promise<void>;
