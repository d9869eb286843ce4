import { type Case, expectEqual, expectThat } from './case.js';
import type { RawRequest } from './ports.js';

export interface WebhookBench {
  /** What proves a webhook, as the manifest says. */
  readonly proof: 'signed' | 'token' | 'none';
  /** Makes the provider send one. @returns what arrived */
  webhook(): Promise<RawRequest>;
  identify(request: RawRequest): { readonly eventId: string } | undefined;
  /** By an adapter whose secrets are others. */
  identifyWithOtherSecrets(request: RawRequest): { readonly eventId: string } | undefined;
  /** How many questions follow from the content. */
  questions(payload: string): Promise<number>;
}

const NONE = 'it sends no webhooks';

/** What holds for the webhooks of each provider, of any kind. */
export const WEBHOOK_CASES: readonly Case<WebhookBench>[] = [
  {
    title: 'webhook: one of the provider is authentic, and makes us ask',
    async run(bench) {
      if (bench.proof === 'none') return NONE;
      const request = await bench.webhook();
      expectThat(bench.identify(request) !== undefined, 'it is refused');
      expectThat((await bench.questions(textOf(request))) > 0, 'nothing is asked about');
      return undefined;
    },
  },
  {
    title: 'webhook: one that is signed with another secret is refused',
    async run(bench) {
      if (bench.proof === 'none') return NONE;
      expectEqual('its identity', bench.identifyWithOtherSecrets(await bench.webhook()), undefined);
      return undefined;
    },
  },
  {
    title: 'webhook: one without its proof is refused',
    async run(bench) {
      if (bench.proof === 'none') return NONE;
      const { query, body } = await bench.webhook();
      const bare = { query: { provider: query['provider'] ?? '' }, headers: { 'content-type': 'application/json' }, body };
      expectEqual('its identity', bench.identify(bare), undefined);
      return undefined;
    },
  },
  {
    title: 'webhook: one whose bytes were changed is refused',
    async run(bench) {
      if (bench.proof !== 'signed') return bench.proof === 'none' ? NONE : 'its bytes are not signed, and move no money';
      const request = await bench.webhook();
      const body = Buffer.from(request.body);
      body[body.length - 1]! ^= 1;
      expectEqual('its identity', bench.identify({ ...request, body }), undefined);
      return undefined;
    },
  },
  {
    title: 'webhook: a repeat has the same event id, and another one has another',
    async run(bench) {
      if (bench.proof === 'none') return NONE;
      const [one, other] = [await bench.webhook(), await bench.webhook()];
      const id = bench.identify(one)?.eventId;
      expectThat(id !== undefined && id.length > 0 && id.length <= 128, `the event id is ${id}`);
      expectEqual('the event id of the repeat', bench.identify({ ...one, body: Uint8Array.from(one.body) })?.eventId, id);
      expectThat(bench.identify(other)?.eventId !== id, 'another webhook has the same event id');
      return undefined;
    },
  },
  {
    title: 'webhook: one without sense asks nothing',
    async run(bench) {
      if (bench.proof === 'none') return NONE;
      for (const payload of ['{}', '[]', '{"data":null}', '"text"'])
        expectEqual(`the number of questions about ${payload}`, await bench.questions(payload), 0);
      return undefined;
    },
  },
];

function textOf({ body }: RawRequest): string {
  return Buffer.from(body).toString('utf8');
}
