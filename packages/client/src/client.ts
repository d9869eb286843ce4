import { adviseToSignIn, requireBaseUrl, requireKnown } from './advice.js';
import { ServiceClock } from './clock.js';
import { type Call, dataOf, pause, targetOf } from './calls.js';
import { type Bytes, utf8 } from './bytes.js';
import { availableDigests, type Digests, uniqueId } from './digests.js';
import { isHarmattanError } from './errors.js';
import { encodeForm, type EncodedBody, type UploadedFile } from './form.js';
import {
  type Action,
  type CallArguments,
  type Data,
  factsOf,
  type Input,
  type Item,
  type Page,
  type PagedAction,
  type SignInAction,
} from './operations.js';
import { orNothing, readPage } from './pages.js';
import type { CallOptions, ClientOptions, UploadOptions } from './options.js';
import { delayBeforeRepeat, isOutcomeUnknown } from './retries.js';
import { Sandbox } from './sandbox.js';
import { SessionKeeper } from './session-keeper.js';
import { type Session, sessionInMemory, sessionOf, type SessionStore, type SignedIn } from './sessions.js';
import { rawBodyHash, signedHeaders } from './signing.js';
import { exchange } from './transport.js';

/** Calls the operations of the service. */
export class HarmattanClient {
  private readonly store: SessionStore;
  private readonly sessions: SessionKeeper;
  private readonly clock: ServiceClock;
  private readonly digests: Digests;
  private readonly baseUrl: string;
  /** For trying a service out: pays orders, decides purchases, sets the clock forward, reads mails. */
  readonly sandbox: Sandbox;

  /** @throws TypeError where `baseUrl` is not an address */
  constructor(private readonly options: ClientOptions) {
    this.baseUrl = requireBaseUrl(options.baseUrl);
    this.sandbox = new Sandbox(this.baseUrl, options);
    this.store = options.session ?? sessionInMemory();
    this.clock = new ServiceClock(options.now ?? Date.now);
    this.digests = options.digests ?? availableDigests();
    this.sessions = new SessionKeeper(
      this.store,
      () => this.clock.seconds(),
      (session) => this.rotate(session),
    );
  }

  /** Calls an operation; resolves to its DATA. @throws HarmattanError */
  async call<A extends Action>(action: A, ...[input, options]: CallArguments<A>): Promise<Data<A>> {
    return (await this.perform(action, input, options)) as Data<A>;
  }

  /** Registers or logs in, and keeps the session. @throws HarmattanError */
  async signIn<A extends SignInAction>(action: A, input: Input<A>, options?: CallOptions): Promise<Data<A>> {
    const data = (await this.perform(action, input, options)) as Data<A> & SignedIn;
    await this.store.save(sessionOf(data, this.clock.seconds()));
    return data;
  }

  /** Ends the session. It is forgotten here also where the service does not answer. @throws HarmattanError */
  async signOut(): Promise<void> {
    try {
      if (await this.store.load()) await this.call('user_profile_logout');
    } catch (error) {
      if (!isHarmattanError(error, 'rqat_required')) throw error;
    } finally {
      await this.store.clear();
    }
  }

  session(): Promise<Session | undefined> {
    return this.sessions.current();
  }

  /** Uploads a file; resolves to the record of it. @throws HarmattanError */
  async upload(
    file: UploadedFile,
    fields: Omit<Input<'core_file_upload'>, 'file'> = {},
    options: UploadOptions = {},
  ): Promise<Data<'core_file_upload'>> {
    const body = await encodeForm(this.digests, file, fields);
    const action = 'core_file_upload';
    const call: Call = { action, facts: factsOf(action), query: {}, body, idempotencyKey: undefined, options };
    return (await this.repeated(call)) as Data<'core_file_upload'>;
  }

  /** The items of a list, newest first, over all its pages. @throws HarmattanError */
  async *items<A extends PagedAction>(action: A, ...[input, options]: CallArguments<A>): AsyncGenerator<Item<A>> {
    let next: string | number | undefined;
    do {
      const asked = next === undefined ? input : { ...input, page: next };
      const page = await this.readPage(action, asked, options);
      yield* page.items;
      next = page.next;
    } while (next !== undefined);
  }

  /** One page of a list, empty where the service has nothing; `next` is the `page` of the one after it. @throws HarmattanError */
  page<A extends PagedAction>(action: A, ...[input, options]: CallArguments<A>): Promise<Page<A>> {
    return this.readPage(action, input, options);
  }

  /** Headers with which a GET of an address that `core_file_download` gave (`localUrl`) is answered, once; none where nobody is signed in. */
  async downloadHeaders(localUrl: string): Promise<Record<string, string>> {
    const session = await this.sessions.current();
    if (!session) return {};
    const { bodyHash } = await this.jsonBody();
    return signedHeaders(this.digests, session, { method: 'GET', target: localUrl, timestamp: this.clock.seconds(), bodyHash });
  }

  private async readPage<A extends PagedAction>(action: A, input?: object, options?: CallOptions): Promise<Page<A>> {
    return readPage(await orNothing(this.perform(action, input, options))) as Page<A>;
  }

  private async perform(action: Action, input: object = {}, options: CallOptions = {}): Promise<unknown> {
    requireKnown(action);
    const facts = factsOf(action);
    const bytes = facts.hasQuery ? undefined : utf8(JSON.stringify(input));
    const body = await this.jsonBody(bytes);
    const idempotencyKey = facts.effect === 'money' ? (options.idempotencyKey ?? uniqueId()) : undefined;
    return this.repeated({ action, facts, query: facts.hasQuery ? input : {}, body, idempotencyKey, options });
  }

  private async jsonBody(bytes?: Bytes): Promise<EncodedBody> {
    return { bytes, contentType: 'application/json', bodyHash: await rawBodyHash(this.digests, bytes ?? new Uint8Array()) };
  }

  private async repeated(call: Call): Promise<unknown> {
    const { effect } = call.facts;
    const corrected = new Set<string>();
    let mayBeDone = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(call, corrected);
      } catch (error) {
        if (!isHarmattanError(error)) throw error;
        mayBeDone = isOutcomeUnknown(effect, error, mayBeDone);
        error.isOutcomeUnknown = mayBeDone;
        error.idempotencyKey = call.idempotencyKey;
        const delayMs = delayBeforeRepeat(effect, error, attempt, this.options.retries ?? {});
        if (delayMs === undefined || !(await pause(delayMs, call.options.signal))) throw error;
      }
    }
  }

  /** Sends again what was refused for its time, or for a secret that was replaced meanwhile: once each. */
  private async attempt(call: Call, corrected: Set<string>): Promise<unknown> {
    const session = call.facts.access === 'open' ? undefined : await this.sessions.current();
    try {
      return await this.send(call, session);
    } catch (error) {
      if (call.facts.access !== 'signed' && !session) throw error;
      if (!isHarmattanError(error, 'rqat_required')) throw error;
      const reason = error.msg ?? '';
      const isLate = reason === 'timestamp_out_of_range';
      const mayHelp = session !== undefined && (isLate || (await this.sessions.refused(session)));
      if (!mayHelp && !isLate) adviseToSignIn(error, call.action, session !== undefined);
      if (!mayHelp || corrected.has(reason)) throw error;
      corrected.add(reason);
      return this.attempt(call, corrected);
    }
  }

  private async send(call: Call, session: Session | undefined): Promise<unknown> {
    const { action, facts, body, idempotencyKey, options } = call;
    const { method } = facts;
    const target = targetOf(call);
    const headers: Record<string, string> = body.bytes ? { 'Content-Type': body.contentType } : {};
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    const { bodyHash } = body;
    const timestamp = this.clock.seconds();
    if (session)
      Object.assign(headers, await signedHeaders(this.digests, session, { method, target, timestamp, bodyHash, idempotencyKey }));
    const url = this.baseUrl + target;
    const answer = await exchange(this.options.fetch ?? globalThis.fetch, {
      action,
      url,
      method,
      headers,
      body: body.bytes,
      timeoutMs: options.timeoutMs ?? this.options.timeoutMs ?? 60_000,
      signal: options.signal,
      onProgress: options.onProgress,
    });
    this.clock.correct(answer.header('svc-server-time'));
    return dataOf(action, url, answer);
  }

  /** May be repeated: the former secret is good for a minute, and each repetition only makes another new one. */
  private async rotate(session: Session): Promise<Data<'user_authentication'>> {
    const action = 'user_authentication';
    const body = await this.jsonBody();
    const call: Call = {
      action,
      facts: factsOf(action),
      query: {},
      body,
      idempotencyKey: undefined,
      options: { timeoutMs: 10_000 },
    };
    const retries = { attempts: 4, firstDelayMs: 500, longestDelayMs: 5_000 };
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.send(call, session)) as Data<'user_authentication'>;
      } catch (error) {
        const delayMs = isHarmattanError(error) ? delayBeforeRepeat('read', error, attempt, retries) : undefined;
        if (delayMs === undefined || !(await pause(delayMs))) throw error;
      }
    }
  }
}
