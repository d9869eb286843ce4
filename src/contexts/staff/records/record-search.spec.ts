import { beforeEach, describe, expect, it } from 'vitest';
import { Clock, MINUTE_MS } from '../../../kernel/clock.js';
import { type RecordSummary, type SearchableRecord, StaffRecords } from '../../../kernel/records.js';
import { RecordSearch, searchWords } from './record-search.js';

const NOW = Date.parse('2026-11-28T09:00:00Z');
const DAY = 24 * 60 * MINUTE_MS;

class FixedClock extends Clock {
  ms = NOW;

  now() {
    return this.ms;
  }
}

class Payments extends StaffRecords {
  readonly kind = 'suspense';
  readonly permission = 'any';
  records: SearchableRecord[] = [];
  reads = 0;

  find(): Promise<RecordSummary[]> {
    return Promise.resolve([]);
  }

  named(ids: readonly string[]): Promise<RecordSummary[]> {
    return Promise.resolve(this.records.filter(({ id }) => ids.includes(id)));
  }

  override recent(since: number, limit: number): Promise<SearchableRecord[]> {
    this.reads += 1;
    const found = this.records.filter(({ createdAt }) => createdAt >= since);
    return Promise.resolve(found.toSorted((one, other) => other.createdAt - one.createdAt).slice(0, limit));
  }
}

describe('RecordSearch', () => {
  const clock = new FixedClock();
  let payments: Payments;
  let search: RecordSearch;

  beforeEach(() => {
    clock.ms = NOW;
    payments = new Payments();
    search = new RecordSearch(clock);
    add('1', '22,500.00 Naira from Ibrahim Usman', 'Rent of November');
    add('2', '122,500.00 Naira from Ladi Danjuma', 'SBX01M8XQ2', DAY);
    add('3', '500.00 Naira from ada@demo.example', '08035006487', 340 * DAY);
  });

  function add(id: string, title: string, words: string, ageMs = 0) {
    payments.records.push({ id, title, words, detail: '', status: 'open', userId: '', createdAt: NOW - ageMs });
  }

  const found = async (text: string) => (await search.find(payments, search.wanted(text), 10)).map(({ id }) => id);

  it.each([
    ['Ibrahim Usman', ['1']],
    ['usman ibr', ['1']],
    ['22,500', ['1']],
    ['22500.00', ['1']],
    ['₦22,500', ['1']],
    ['2,500', []],
    ['rent', ['1']],
    ['sbx01m8', ['2']],
    ['01m8xq2', ['2']],
    ['0803500', ['3']],
    ['5006487', ['3']],
    ['803500648', []],
    ['ada@demo', []],
    ['Usman Danjuma', []],
    ['today', ['1']],
    ['22,500 today', ['1']],
    ['22,500 yesterday', []],
    ['2026-11-27', ['2']],
    ['122,500 27/11/2026', ['2']],
    ['27 Nov', ['2']],
    ['27 November 2026', ['2']],
    ['23 Dec', ['3']],
    ['30 Feb 2026', []],
    ['', []],
  ])('finds by %j the records %j', async (text, ids) => {
    expect(await found(text)).toEqual(ids);
  });

  it('puts whole words before beginnings, and beginnings before parts', async () => {
    payments.records = [];
    add('part', 'Bellorent', '');
    add('beginning', 'Rental', '');
    add('whole', 'Rent', '');
    expect(await found('rent')).toEqual(['whole', 'beginning', 'part']);
  });

  it('finds what was recorded five seconds ago, and shows it as it is now', async () => {
    await found('rent');
    add('4', 'Rent of December', '', -1_000);
    expect(await found('december')).toEqual([]);
    clock.ms += 5_000;
    expect(await found('december')).toEqual(['4']);
    expect(await found('rent')).toEqual(['4', '1']);
    payments.records = payments.records.filter(({ id }) => id !== '4');
    expect(await found('rent')).toEqual(['1']);
  });

  it('reads everything anew after ten minutes, so that nothing stays that was erased', async () => {
    await found('rent');
    payments.records = payments.records.filter(({ id }) => id !== '1');
    add('5', 'Rent', '', 100 * DAY);
    clock.ms += 10 * MINUTE_MS;
    expect(await found('rent')).toEqual(['5']);
    expect(payments.reads).toBe(2);
  });

  it('reads once for searches at the same time', async () => {
    await Promise.all([found('rent'), found('usman')]);
    expect(payments.reads).toBe(1);
  });
});

describe('searchWords', () => {
  it('leaves out marks, signs and the commas of amounts', () => {
    expect(searchWords('Adéyẹmí paid ₦1,222,500.00, twice.')).toEqual(['adeyemi', 'paid', '1222500.00', 'twice']);
  });
});
