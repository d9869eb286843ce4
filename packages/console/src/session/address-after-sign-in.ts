/** @param back where somebody was when the session had ended, in the console */
export function addressAfterSignIn(back: string | undefined): string {
  return `/console${back?.startsWith('/') ? back : '/'}`;
}
