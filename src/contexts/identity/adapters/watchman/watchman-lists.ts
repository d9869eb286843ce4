import { createHash } from 'node:crypto';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { type Fields, fieldsOf, parseFields, textOf } from '../../../../platform/providers/fields.js';
import { SanctionLists, type ScreenedPerson } from '../../screening.js';
import type { ListedPerson } from '../../verification.js';

const TIMEOUT_MS = 10_000;
const MOST_HITS = 20;

/** Watchman of Moov, from version 0.60 on, on a machine of ours. */
export class WatchmanLists extends SanctionLists {
  /** @param url without a slash at its end @param leastMatch from 0 to 1 */
  constructor(
    private readonly url: string,
    private readonly leastMatch: number,
    private readonly http: HttpClient,
  ) {
    super();
  }

  override async version(): Promise<string> {
    const { lists, listHashes } = await this.get('/v2/listinfo', {});
    const counts = Object.values(fieldsOf(lists) ?? {});
    if (!counts.some((count) => Number(count) > 0)) throw new Error('Watchman has no lists');
    return createHash('sha256')
      .update(JSON.stringify([sorted(lists), sorted(listHashes)]))
      .digest('hex');
  }

  override async search({ firstName, middleName = '', lastName, birth }: ScreenedPerson): Promise<readonly ListedPerson[]> {
    const name = [firstName, middleName, lastName].filter((part) => part !== '').join(' ');
    const given = { type: 'person', name, birthDate: birth, minMatch: String(this.leastMatch), limit: String(MOST_HITS) };
    const { entities } = await this.get('/v2/search', given);
    // None at all is an empty list, or null where Go wrote it.
    if (entities !== null && !Array.isArray(entities)) throw new Error('Watchman answered without a list of entities');
    return ((entities ?? []) as unknown[]).map((each) => listedPerson(each));
  }

  private async get(path: string, query: Readonly<Record<string, string>>): Promise<Fields> {
    const url = new URL(`${this.url}${path}?${new URLSearchParams(query).toString()}`);
    const result = await this.http.call({ method: 'GET', url, headers: {}, timeoutMs: TIMEOUT_MS });
    if (result.kind !== 'answered') throw new Error(`Watchman does not answer: ${result.cause}`);
    const fields = result.status === 200 ? parseFields(result.body) : undefined;
    if (!fields) throw new Error(`Watchman answered HTTP ${result.status}`);
    return fields;
  }
}

/** Its guide has the person in `entity`, and its specification beside `match`. */
function listedPerson(value: unknown): ListedPerson {
  const fields = fieldsOf(value);
  const entity = fieldsOf(fields?.['entity']) ?? fields;
  const match = Number(fields?.['match']);
  if (!entity || !Number.isFinite(match)) throw new Error('Watchman answered an entity without a score');
  const { name, sourceList, sourceID } = entity;
  return { name: textOf(name, 255), list: textOf(sourceList, 64), entry: textOf(sourceID, 64), score: Math.round(match * 100) };
}

function sorted(value: unknown): [string, unknown][] {
  return Object.entries(fieldsOf(value) ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
