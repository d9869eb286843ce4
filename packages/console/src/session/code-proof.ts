import { call } from '../api/client.js';

/** In the memory of this tab alone. */
let kept: { readonly proof: string; readonly untilMs: number } | undefined;

/** That a code was given a moment ago in this tab; undefined where one has to be asked for. */
export function keptProof(): string | undefined {
  return kept && kept.untilMs > Date.now() ? kept.proof : undefined;
}

/** Uses the code up. @throws HarmattanError */
export async function proveWith(pinc: string): Promise<string> {
  const { proof, expires } = await call('control_staff_twofa_validate', { pinc });
  kept = { proof, untilMs: Number(expires) * 1000 };
  return proof;
}

export function forgetProof(): void {
  kept = undefined;
}
