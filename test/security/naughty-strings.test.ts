import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '../../src/platform/http/input.decorators.js';
import { OperationRegistry, type RegisteredOperation } from '../../src/platform/http/operation-registry.js';
import { CALLS } from '../contract/sections/index.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import { type Backend, BACKENDS, ONE_BACKEND } from '../support/backend.js';
import type { Answer, CallOptions } from '../support/client.js';
import { IMPOSSIBLE, NAUGHTY } from './support/naughty-strings.js';

/** Each field gets every n-th string with an offset of its own; stored fields get more. */
const STRIDE = 40;

type Texts = Readonly<Record<string, string>>;
type Made = Record<string, unknown>;

/** A place where strings are stored: a writing and a reading operation. */
interface Kept {
  readonly name: string;
  readonly fields: readonly string[];
  /** Writes each field and reads it again; undefined where the write was refused. */
  roundTrip(fixture: ContractFixture, texts: Texts): Promise<Texts>;
}

const created = (answer: Answer): string => (answer.body.DATA as { MKID: string }).MKID;
const DEVICE = { dvnm: 'Pixel', dvty: 'Android', dsnm: 'R58M12ABCDE' };

const KEPT: readonly Kept[] = [
  {
    name: 'a note of a transfer',
    fields: ['messge'],
    async roundTrip(fixture, { messge }) {
      const body = { email: fixture.obi.email, amount: 50, messge };
      const { transact } = (await fixture.must('user_transfer_create', { as: fixture.ada, body })).body.DATA as Texts;
      const { rqnote } = await fixture.first('user_transfer_fetch', { as: fixture.obi, query: { rqtp: 'mk', rqvl: transact! } });
      return { messge: rqnote! };
    },
  },
  {
    name: 'a contact form',
    fields: ['sbjt', 'msge', 'dvnm', 'dvty', 'dsnm'],
    async roundTrip(fixture, texts) {
      const answer = await fixture.must('core_contact_create', { body: { flnm: 'Ada Obi', emad: 'ada@example.com', ...texts } });
      const form = (await fixture.must('core_contact_fetch', { as: fixture.staff, query: { rqid: created(answer) } })).body
        .DATA as Texts;
      const { subject, message, devname, devType, devNumr } = form;
      return { sbjt: subject!, msge: message!, dvnm: devname!, dvty: devType!, dsnm: devNumr! };
    },
  },
  {
    name: 'feedback',
    fields: ['mesg'],
    async roundTrip(fixture, { mesg }) {
      await fixture.must('app_feedback_create', { body: { mesg, ...DEVICE } });
      const { message } = await fixture.first('control_user_trade_feedback', { as: fixture.staff, query: { pnum: 1 } });
      return { mesg: message! };
    },
  },
  {
    name: 'an answer to a question',
    fields: ['answ'],
    async roundTrip(fixture, { answ }) {
      const body = { qstn: `Why ${fixture.unknownMarker}?`, answ };
      const reqv = created(await fixture.must('control_support_faq_create', { as: fixture.staff, body }));
      const { DATA } = (await fixture.must('control_support_faq_fetch', { query: { reqv } })).body;
      return { answ: (DATA as Texts)['answer']! };
    },
  },
  {
    name: 'a tutorial',
    fields: ['ttle', 'cntx'],
    async roundTrip(fixture, body) {
      const urls = { vurl: 'https://videos.example.com/1', purl: 'https://pictures.example.com/1.png' };
      const reqv = created(
        await fixture.must('control_support_tutorial_create', { as: fixture.staff, body: { ...body, ...urls } }),
      );
      const { DATA } = (await fixture.must('support_tutorial_fetch', { as: fixture.staff, query: { reqv } })).body;
      const { ttle, cntx } = ([DATA].flat() as Texts[])[0]!;
      return { ttle: ttle!, cntx: cntx! };
    },
  },
  {
    name: 'a ticket and its replies',
    fields: ['message'],
    async roundTrip(fixture, { message }) {
      const ticket = await ticketOf(fixture);
      await fixture.must('support_ticket_reply', { as: fixture.ada, body: { ticket_id: ticket, message } });
      const { DATA } = (await fixture.must('support_ticket_get', { as: fixture.ada, query: { ticket_id: ticket } })).body;
      return { message: (DATA as { messages: { message: string }[] }).messages.at(-1)!.message };
    },
  },
];

const tickets = new WeakMap<ContractFixture, Promise<string>>();
function ticketOf(fixture: ContractFixture): Promise<string> {
  let ticket = tickets.get(fixture);
  if (!ticket) {
    const body = { subject: 'Help', message: 'Please', category: 'payment' };
    ticket = fixture
      .must('support_ticket_create', { as: fixture.ada, body })
      .then(({ body: { DATA } }) => (DATA as { ticket_id: string }).ticket_id);
    tickets.set(fixture, ticket);
  }
  return ticket;
}

/** Texts with NUL, with half a surrogate pair, and too long ones. */
const KINDS = [
  (text: string) => text.includes('\0'),
  (text: string) => !text.isWellFormed(),
  (text: string) => text.length > 10_000,
];
const isFourBytes = (text: string) => /[\u{10000}-\u{10ffff}]/u.test(text);

/** Free text fields of an operation. */
const textsOf = ({ inputClass }: RegisteredOperation) =>
  fieldsOf(inputClass).filter(({ type, values, format }) => type === 'string' && values === undefined && format === undefined);

describe.each(BACKENDS)('naughty strings on %s', (backend) => {
  let fixture: ContractFixture;
  const goodCalls = new Map<string, CallOptions>();
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
    // First, because failed attempts below delay later logins.
    for (const action of Object.keys(CALLS)) goodCalls.set(action, await fixture.goodCall(action));
  });
  afterAll(() => fixture.close());

  /** The valid call with another value for one parameter. */
  function changed(call: CallOptions, { source, spec }: RegisteredOperation, name: string, value: string): CallOptions {
    const place = spec.uploadLimitBytes === undefined ? source : 'form';
    return { ...call, [place]: { ...(call[place] as Made), [name]: value } };
  }

  function expectAnswered({ status, body }: Answer, place: string, value: string): void {
    const what = `${place} ${JSON.stringify(value.slice(0, 80))} ${JSON.stringify(body)}`;
    expect(status, what).toBeLessThan(500);
    expect(Object.keys(body), what).toEqual(['REQUEST', status === 200 ? 'DATA' : 'ERRORS']);
    expect(status === 200 || / \([0-9A-Z]{8}\)$/.test(body.ERRORS.DETAILS), what).toBe(true);
  }

  it('are distinct and many', () => {
    expect(NAUGHTY.length).toBeGreaterThan(200);
    expect(NAUGHTY.filter((text, at) => NAUGHTY.indexOf(text) !== at)).toEqual([]);
  });

  it.each(KEPT)('stored as $name are read back unchanged', async (kept) => {
    // A server may lose what is beyond ASCII. It is asked for the rest by turns, because its driver writes all columns alike.
    const turn = KEPT.indexOf(kept);
    const isMine = (text: string, at: number) => backend === 'sqlite' || at % KEPT.length === turn || isFourBytes(text);
    for (const naughty of NAUGHTY.filter(isMine)) {
      const text = naughty.trim();
      if (text === '') continue;
      const texts = Object.fromEntries(kept.fields.map((field) => [field, naughty]));
      expect(await kept.roundTrip(fixture, texts)).toEqual(Object.fromEntries(kept.fields.map((field) => [field, text])));
    }
  });

  // What is no text does not reach the database, and what is one is written and read above.
  const refusing: readonly Backend[] = ONE_BACKEND.includes(backend) ? [backend] : [];
  it.each(refusing)('that are no valid text are refused in every field on %s', async () => {
    let fields = 0;
    for (const operation of fixture
      .get(OperationRegistry)
      .all()
      .filter(({ action }) => CALLS[action])) {
      const call = goodCalls.get(operation.action)!;
      for (const { name } of textsOf(operation)) {
        // A query cannot hold half a surrogate pair, and its line has its own limits.
        const values =
          operation.source === 'query' || operation.spec.uploadLimitBytes
            ? IMPOSSIBLE.filter((value) => value.includes('\0'))
            : IMPOSSIBLE;
        // Of each kind one by turns, because one function refuses them in all fields.
        const kinds = KINDS.map((isKind) => values.filter(isKind)).filter(({ length }) => length > 0);
        const mine = kinds.map((kind) => kind[fields % kind.length]!);
        fields++;
        const answers = await Promise.all(mine.map((value) => send(operation, changed(call, operation, name, value))));
        for (const { status } of answers) expect([status, operation.action, name]).toEqual([400, operation.action, name]);
      }
    }
  });

  it.each(refusing)('cause no internal error in any field on %s', async () => {
    let fields = 0;
    for (const operation of fixture.get(OperationRegistry).all()) {
      const { action } = operation;
      const call = goodCalls.get(action) ?? { as: fixture.staff };
      for (const { name } of textsOf(operation)) {
        const mine = NAUGHTY.filter((_, at) => at % STRIDE === fields % STRIDE);
        await Promise.all(
          mine.map(async (value) =>
            expectAnswered(await send(operation, changed(call, operation, name, value)), `${action} ${name}`, value),
          ),
        );
        fields++;
      }
    }
    expect(fields).toBeGreaterThan(100);
  });

  function send({ action, spec: { method } }: RegisteredOperation, call: CallOptions): Promise<Answer> {
    return fixture.service.client.call(action, { ...call, method });
  }
});
