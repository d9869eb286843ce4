import { budgetFailures } from '../../../kernel/budgets.js';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures } from './sign-in.failures.js';

/** The attempt of a secret, whose delay has the name that clients know. @throws Failure `sign_in.login_delayed` */
export async function delayedLogin<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof Failure) || !error.is(budgetFailures.delayed)) throw error;
    throw new Failure(signInFailures.login_delayed, { retryAfterSeconds: error.retryAfterSeconds, cause: error });
  }
}
