import { AsyncLocalStorage } from 'node:async_hooks';

/** Timers and batches started inside a unit of work would otherwise inherit its transaction and use it after its end. */
export const outsideTransaction: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();
