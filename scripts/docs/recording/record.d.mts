/** As JSON: the recordings of each operation, and the payload of each event. */
export function record(): Promise<string>;
