export type TraceAttributes = Readonly<Record<string, string | number>>;
