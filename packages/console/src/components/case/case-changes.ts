/** Reads whose answers are another after somebody changed a case. */
export const CASE_CHANGES = ['control_case_fetch', 'control_work_queue', 'control_timeline_fetch'] as const;
