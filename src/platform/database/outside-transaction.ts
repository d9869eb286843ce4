import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Calls the function outside of every unit of work. What a caller in a unit merely sets in motion (timers, batches
 * shared with others) would otherwise inherit its transaction, and use it after its end.
 */
export const outsideTransaction: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();
