import { type FieldMetadata, fieldsOf } from '../../../src/platform/http/input.decorators.js';
import type { RegisteredOperation } from '../../../src/platform/http/operation-registry.js';
import type { CallOptions } from '../../support/client.js';
import { IMPOSSIBLE, NAUGHTY } from './naughty-strings.js';
import type { Random } from '../../../packages/harness/random.js';

type Values = Record<string, unknown>;

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];
const EXTRA = ['userid', 'owner', 'status', 'balance', 'isTest', 'grants', 'id', 'req', 'n', '__proto__', 'constructor', 'page'];
const KEYS = ['toString', '__proto__', 'length', '0', '', 'then', 'toJSON'];
const NUMBERS = [0, -0, 1, -1, 0.1, 50, 100.5, 1.005, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 1e21, 1e300, 5e-324];
const CONTENTS = ['plain', 'PK\u0003\u0004', '%PDF-1.7', '\u0089PNG\r\n', '<svg onload="x"/>', 'a,b\n1,2', '{"x":1}', ''];

/** Derives calls from a valid one: some parameters valid, some invalid. */
export class Fuzzer {
  /** Ids found in answers, to ask for existing records. */
  private readonly seen: string[] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV'];

  constructor(
    private readonly random: Random,
    private readonly goodCalls: ReadonlyMap<string, CallOptions>,
  ) {}

  /** A call with its method; the caller chooses who signs it. */
  make(operation: RegisteredOperation): CallOptions & { method: string } {
    const { random } = this;
    const { action, spec, source, inputClass } = operation;
    const good = this.goodCalls.get(action) ?? {};
    const base = { ...(good.query as Values), ...(good.body as Values), ...(good.form as Values) };
    const values: Values = {};
    for (const mark of fieldsOf(inputClass)) {
      const value = this.valueOf(mark, base[mark.name]);
      if (value !== undefined) values[mark.name] = value;
    }
    while (random.chance(0.1)) values[random.pick(EXTRA)] = this.wild(2);
    const method = random.chance(0.97) ? spec.method : random.pick(METHODS);
    const headers = random.chance(0.1)
      ? { 'idempotency-key': random.pick(['fuzz-key-1', 'fuzz-key-2', 'short', 'x'.repeat(300)]) }
      : {};
    const key = headers['idempotency-key'];
    const common = { method, ...(key === undefined ? {} : { idempotencyKey: key }) };
    // A form is a body, and the client sends none with a GET.
    if (spec.uploadLimitBytes !== undefined && method !== 'GET' && random.chance(0.8))
      return { ...common, form: this.form(values) };
    if (source === 'query') {
      // `req` would select another operation. The request line has its own limits.
      const query = Object.fromEntries(
        Object.entries({ ...values, req: action }).map(([name, value]) => [name, asText(value).slice(0, 300)]),
      );
      return { ...common, query, ...(random.chance(0.1) && method !== 'GET' ? { body: this.body(values) } : {}) };
    }
    return {
      ...common,
      body: this.body(values),
      ...(random.chance(0.05) ? { query: { page: 'x', extra: asText(this.wild(1)).slice(0, 300) } } : {}),
    };
  }

  /** Collects strings that look like ids. */
  learn(data: unknown): void {
    for (const [found] of JSON.stringify(data ?? null).matchAll(/[0-9A-HJKMNP-TV-Z]{26}|[^"@\s\\]+@example\.com/g)) {
      this.seen[this.seen.length < 200 ? this.seen.length : this.random.below(200)] = found;
    }
  }

  private valueOf(mark: FieldMetadata, good: unknown): unknown {
    const { random } = this;
    const lot = random.next();
    if (lot < 0.55) return good ?? this.plausible(mark);
    if (lot < 0.8) return this.plausible(mark);
    return lot < 0.95 ? this.wild(3) : undefined;
  }

  private plausible({ type, values, format, entries }: FieldMetadata): unknown {
    const { random } = this;
    if (format === 'base64') return Buffer.from(random.text(random.below(30))).toString('base64');
    if (format === 'page') return random.pick([Date.now(), `${Date.now()}`, 'false', 946_684_800_000, 1_790_000_000]);
    if (format === 'email')
      return random.pick(['nobody@example.com', `"a b"@example.com`, `${'a'.repeat(64)}@example.com`, this.anySeen()]);
    switch (type) {
      case 'number':
        return random.pick([50, '50.00', 100, 0.01, 5_000_000, '4999999.99', 99_999_999]);
      case 'integer':
        return random.pick([0, 1, 15, 100, 101, '2', Number.MAX_SAFE_INTEGER]);
      case 'boolean':
        return random.pick([true, false, 'true', 'false']);
      case 'array':
        if (entries)
          return Array.from({ length: random.below(4) }, () =>
            Object.fromEntries(fieldsOf(entries).map((mark) => [mark.name, this.plausible(mark)])),
          );
        return random.shuffled(values ?? []).slice(0, random.below(4));
      case 'object':
        return Object.fromEntries((values ?? []).map((name) => [name, random.pick(['YES', 'NO'])]));
      case 'file':
      case 'string':
        return values
          ? random.pick(values)
          : random.pick([this.anySeen(), random.pick(NAUGHTY), random.text(random.below(40)), '08031230001', '2026-11-20']);
    }
  }

  private wild(depth: number): unknown {
    const { random } = this;
    switch (random.below(depth > 0 ? 9 : 7)) {
      case 0:
        return random.pick(NUMBERS);
      case 1:
        return random.pick([true, false, null, '']);
      case 2:
        return random.pick(IMPOSSIBLE).slice(0, 12_000);
      case 3:
        return random.text(random.below(300));
      case 4:
        return this.anySeen();
      case 5:
      case 6:
        return random.pick(NAUGHTY);
      case 7:
        return Array.from({ length: random.below(4) }, () => this.wild(depth - 1));
      default:
        return Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(KEYS), this.wild(depth - 1)]));
    }
  }

  private body(values: Values): unknown {
    const { random } = this;
    if (random.chance(0.96)) return values;
    const text = JSON.stringify(values);
    const at = random.below(text.length);
    return random.pick([
      text.slice(0, at),
      `${text.slice(0, at)}${random.text(3)}${text.slice(at)}`,
      '[]',
      'null',
      '"x"',
      '1',
      `${text}${text}`,
    ]);
  }

  private form(values: Values): NonNullable<CallOptions['form']> {
    const { random } = this;
    const entries = Object.entries(values).map(([name, value]) => [name, asText(value)] as const);
    const file = {
      fileName: random.pick(['a.txt', 'a.png', 'a.csv', 'a.exe', 'a', '..', '../a.txt', 'a.pdf.txt', 'é.txt']),
      content: random.pick(CONTENTS),
    };
    return {
      ...Object.fromEntries(entries),
      ...(random.chance(0.8) ? { [random.pick(['file', 'file', 'attachment', 'x'])]: file } : {}),
    };
  }

  private anySeen(): string {
    return this.random.pick(this.seen);
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
