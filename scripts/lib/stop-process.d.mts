export function isStopped(pid: number): boolean;
export function stopProcess(pid: number): Promise<void>;
