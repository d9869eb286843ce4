/** Ends only what hangs: a little sooner than the runner's own limit, because this one says which condition never held. */
const HANGS_MS = 290_000;

/** Waits until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, { everyMs = 20 } = {}): Promise<void> {
  const end = Date.now() + HANGS_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`never true: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
