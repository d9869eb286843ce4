import { type HarmattanError, localError } from './errors.js';
import { OPERATIONS } from './generated/operations.js';

interface Place {
  readonly location?: { readonly origin?: string };
}

/** @throws HarmattanError `unknown_operation` */
export function requireKnown(action: string): void {
  if (Object.hasOwn(OPERATIONS, action)) return;
  const names = Object.keys(OPERATIONS).map((name) => ({ name, distance: distance(name, action) }));
  const nearest = names.reduce((best, one) => (one.distance < best.distance ? one : best));
  const hint = nearest.distance <= Math.max(2, action.length / 3) ? `Did you mean "${nearest.name}"? ` : '';
  throw localError(action, 'unknown_operation', `There is no operation "${action}". ${hint}/docs of the service lists all.`);
}

/** The address without its last slash. @throws TypeError where it is not the address of a service */
export function requireBaseUrl(given: string): string {
  const shown = `baseUrl is ${JSON.stringify(given) ?? 'undefined'}`;
  const example = 'such as "http://127.0.0.1:3000"';
  if (typeof given !== 'string' || given === '') throw new TypeError(`${shown}: give the address of the service, ${example}`);
  if (!/^https?:\/\//i.test(given)) {
    const isNamed = /^[a-z0-9.-]+(:\d+)?\/?$/i.test(given);
    throw new TypeError(`${shown}, without http:// or https://: write ${isNamed ? `"http://${given}"` : `it ${example}`}`);
  }
  if (!/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/i.test(given)) throw new TypeError(`${shown}: write it without a query, ${example}`);
  return given.replace(/\/+$/, '');
}

/** Says what to do where a request came without a session, or with one that has ended. */
export function adviseToSignIn(error: HarmattanError, action: string, hadSession: boolean): void {
  const signIn = `signIn('${action.startsWith('control_') ? 'control_staff_profile_login' : 'user_profile_login'}', …)`;
  error.message = hadSession
    ? `The session has ended, or its secret was replaced elsewhere: sign in again by ${signIn}`
    : `${action} needs a session, and this client has none: sign in first by ${signIn}`;
}

/** Why nothing was answered, as far as it can be known: browsers do not tell a refusal of the service's policy from no connection. */
export function describeSilence(url: string, error: unknown): string {
  const service = originOf(url);
  const page = (globalThis as Place).location?.origin;
  if (page !== undefined && page !== 'null' && page !== service)
    return `The browser got no answer from ${service}: either nothing answers there, or the service does not allow pages of ${page}. Start it with WEB_ORIGINS=${page}`;
  const { cause, message } = error as Error & { cause?: Error };
  const reason = cause?.message || message;
  if (/redirect/i.test(reason)) return `${service} sends elsewhere: baseUrl must be the address that answers itself`;
  if (/wrong version number|packet length too long/i.test(reason))
    return `${service} does not speak https: write http:// in baseUrl, or ask the port of https`;
  return `${service} did not answer (${reason})`;
}

/** Blames something before the service, or in its place. */
export function describeForeign(url: string, status: number, text: string): string {
  const beginning = text.replace(/\s+/g, ' ').trim().slice(0, 80);
  const what = beginning === '' ? 'nothing' : `"${beginning}"`;
  return `HTTP ${status} and ${what}, which is not an answer of the service: is it at ${originOf(url)}, and what is before it?`;
}

/** By hand, because React Native's URL has no origin. */
export function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() ?? url;
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let place = 1; place <= other.length; place++) {
      const swapped = row[place - 1]! + (one[at - 1] === other[place - 1] ? 0 : 1);
      next.push(Math.min(row[place]! + 1, next[place - 1]! + 1, swapped));
    }
    row = next;
  }
  return row[other.length]!;
}
