const PERIOD_MS = 100;
const RUNS_MS = 30;

/** Lets a process run for a part of the time only. @returns ends it */
export function throttle(pid: number): () => void {
  const pause = () => process.kill(pid, 'SIGSTOP');
  const proceed = () => process.kill(pid, 'SIGCONT');
  let timer = setTimeout(function stopped() {
    pause();
    timer = setTimeout(() => {
      proceed();
      timer = setTimeout(stopped, RUNS_MS);
    }, PERIOD_MS - RUNS_MS);
  }, RUNS_MS);
  return () => {
    clearTimeout(timer);
    proceed();
  };
}
