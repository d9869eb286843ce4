export interface RefusedStatement {
  readonly engine: 'mysql' | 'tidb' | 'vitess';
  readonly name: string;
  readonly pattern: { test(statement: string): boolean };
  /** Only outside of transactions. */
  readonly isForOutside?: boolean;
  /** What the engine does with it. */
  readonly effect: string;
  readonly example: string;
}

export const REFUSED_STATEMENTS: readonly RefusedStatement[];
export function statementsOf(sql: string): string[];
export function refusalsOf(sql: string, session?: Session): RefusedStatement[];

/** What earlier statements of a connection have set. */
export interface Session {
  isOpen?: boolean;
  isAutocommitOff?: boolean;
}
