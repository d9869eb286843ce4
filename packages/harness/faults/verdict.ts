/** What was wrong while a fault lasted, of what clients saw. */
import type { DatabaseKind } from '../cluster/cluster.js';
import type { Seen } from './client-view.js';
import type { Fault } from './fault.js';

/** A call that is repeated may find its first attempt under way, but not for longer. */
const LONGEST_CLIENT_ERRORS_S = 2;

type Rule = (seen: Seen, fault: Pick<Fault, 'isSilent' | 'withoutMoneyS'>, database: DatabaseKind) => string[];

export const RULES: Readonly<Record<string, Rule>> = {
  silence: ({ failed, clientErrors }, { isSilent }) => {
    const refused = Object.values(clientErrors).reduce((sum, count) => sum + count, 0);
    return isSilent && failed + refused > 0 ? [`${failed + refused} requests failed`] : [];
  },

  money: ({ withoutMoneyS }, { withoutMoneyS: longest }, database) =>
    withoutMoneyS > (longest[database] ?? 0)
      ? [`${withoutMoneyS.toFixed(1)} s without money, at most ${longest[database]} s are allowed`]
      : [],

  clientErrors: ({ clientErrors, clientErrorsS }) =>
    clientErrorsS > LONGEST_CLIENT_ERRORS_S
      ? [`one call was answered for ${clientErrorsS.toFixed(1)} s with ${Object.keys(clientErrors).join(', ')}`]
      : [],
};

/** @returns a sentence for everything that is wrong */
export function judge(seen: Seen, fault: Pick<Fault, 'isSilent' | 'withoutMoneyS'>, database: DatabaseKind): string[] {
  return Object.values(RULES).flatMap((rule) => rule(seen, fault, database));
}
