import { useOperation } from '../../api/use-operation.js';

const EVERY_MS = 60_000;

/** What waits for staff, as the navigation and the first screen show it. */
export function useWork() {
  return useOperation('control_work_queue', {}, { refetchMs: EVERY_MS });
}
