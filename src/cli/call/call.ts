import { randomUUID } from 'node:crypto';
import { CommandError, type Report } from '../terminal.js';
import type { CommandLine } from '../command-line.js';
import { formatTime } from '../options.js';
import { type Caller, type CallerOptions, runCaller, type Profile } from './caller.js';
import { parseCallArguments, type DescribedOperation } from './described-operations.js';
import { type Answer, NoAnswer } from './service-client.js';

/** @throws CommandError where `get` names a field that is not there, or there is no DATA */
export function showAnswer({ text, envelope }: Answer, { raw, get }: { readonly raw?: boolean; readonly get?: string }): Report {
  const ok = envelope.REQUEST.STATUS === 'OK';
  if (get === undefined) return { data: envelope, lines: [raw ? text : JSON.stringify(envelope, null, 2)], ok };
  if (!ok) throw new CommandError(`${envelope.ERRORS?.ID ?? ''}: ${envelope.ERRORS?.DETAILS ?? 'The service refused.'}`);
  const found = fieldOf(envelope.DATA, get.split('.'));
  if (found === undefined) throw new CommandError(`DATA has no field ${get}: ${namesOf(envelope.DATA)}.`);
  return { data: found, lines: [typeof found === 'string' ? found : JSON.stringify(found)], ok };
}

function fieldOf(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return fieldOf((value as Record<string, unknown>)[name], rest);
}

function namesOf(data: unknown): string {
  if (Array.isArray(data)) return `it is a list of ${data.length}, from 0`;
  return typeof data === 'object' && data !== null ? `it has ${Object.keys(data).join(', ')}` : 'it is no object';
}

export interface CallOptions extends CallerOptions {
  readonly raw?: boolean;
  readonly get?: string;
  readonly idempotencyKey?: string;
}

/** The running service says how each operation is called. */
export function call(cli: CommandLine, action: string, texts: readonly string[], options: CallOptions): Promise<void> {
  return runCaller(cli, options, async (caller, terminal) => {
    const operation = (await caller.client.operations()).get(action);
    const input = await parseCallArguments(operation, texts, (path) => caller.readFile(path));
    const profile = operation.signed === 'never' ? undefined : profileFor(operation, caller);
    const isMoney = operation.effect === 'money';
    const idempotencyKey = options.idempotencyKey ?? (isMoney ? randomUUID() : undefined);
    const signing = profile ? { credentials: profile, idempotencyKey } : {};
    const answer = await caller.client.send(operation, input, signing).catch((error: unknown) => {
      if (!isMoney || !(error instanceof NoAnswer)) throw error;
      throw new CommandError(
        `${error.message} The outcome is unknown. Call it again with --idempotency-key ${idempotencyKey}: it happens once.`,
      );
    });
    if (profile) followSession(caller, profile, answer, action);
    const hint = profile && hintFor(caller, profile, answer);
    if (hint !== undefined) terminal.note(hint);
    return showAnswer(answer, options);
  });
}

/** @throws CommandError where the operation needs a session and there is none */
export function profileFor({ action, signed }: DescribedOperation, caller: Caller): Profile | undefined {
  const { client, profiles, profileName, sameOptions } = caller;
  const profile = profiles.find(profileName);
  if (!profile) {
    if (signed === 'optionally') return undefined;
    const others = profiles.names();
    const known = others.length === 0 ? '' : ` There are ${others.join(', ')}.`;
    throw new CommandError(
      `${action} needs a session, and there is no profile ${profileName}: harmattan login${sameOptions}, or register${sameOptions}.${known}`,
    );
  }
  if (profile.expires * 1000 > client.nowMs()) return profile;
  const ended = formatTime(profile.expires * 1000);
  throw new CommandError(
    `The session of the profile ${profileName} ended at ${ended}: harmattan login ${profile.email}${sameOptions}`,
  );
}

/** Keeps a new secret of the session. */
function followSession({ profiles, profileName }: Caller, profile: Profile, { envelope }: Answer, action: string): void {
  if (envelope.REQUEST.STATUS !== 'OK') return;
  if (action === 'user_profile_logout') profiles.remove(profileName);
  if (action !== 'user_authentication') return;
  const { secret, expires } = envelope.DATA as { readonly secret: string; readonly expires: string };
  profiles.save(profileName, { ...profile, secret, expires: Number(expires) });
}

function hintFor({ profileName, sameOptions }: Caller, { email }: Profile, { envelope: { ERRORS } }: Answer): string | undefined {
  if (ERRORS?.ID !== 'rqat_required') return undefined;
  if (ERRORS.MSG === 'timestamp_out_of_range') return "The service refuses the time of this machine's clock.";
  return `The session of the profile ${profileName} is over: harmattan login ${email}${sameOptions}`;
}
