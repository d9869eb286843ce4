/** The generated documents by path. @param openapi the service's own description, as /openapi.json answers it */
export function documentsOf(openapi: object): Promise<Record<string, string>>;
