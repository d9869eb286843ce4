import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Calls the function outside of every unit of work. Timers and batches started inside a unit
 * would otherwise inherit its transaction, and use it after its end.
 */
export const outsideTransaction: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();
