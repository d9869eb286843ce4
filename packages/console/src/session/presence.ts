const PRESENT_MS = 300_000;

let actedAt = Date.now();

for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'])
  window.addEventListener(event, () => (actedAt = Date.now()), { passive: true });

/** Whether somebody used the page lately: otherwise nothing is read again, so that the session ends when nobody is there. */
export function isSomebodyThere(): boolean {
  return Date.now() - actedAt < PRESENT_MS;
}
