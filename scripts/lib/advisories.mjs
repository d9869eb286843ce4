import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Advisories for npm packages, in one form: `{ id, title, url, severity, modified, name, ranges, versions, fixed }`, one for each
 * package that a record names. `ranges` are of semver.
 * @throws Error where there is none, or a file is of no known form
 */
export function readAdvisories(path) {
  const advisories = filesOf(path).flatMap((file) => {
    const found = advisoriesOf(parse(file));
    if (found === undefined) throw new Error(`${file} has neither records of OSV nor the advisories of a registry.`);
    return found;
  });
  if (advisories.length === 0) throw new Error(`${path} has no advisory for a package of npm.`);
  return advisories;
}

function filesOf(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) throw new Error(`${path} does not exist.`);
  if (!info.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error.message}`, { cause: error });
  }
}

function advisoriesOf(value) {
  const records = Array.isArray(value) ? value : (value?.vulns ?? (Array.isArray(value?.affected) ? [value] : undefined));
  if (Array.isArray(records)) return records.every(isRecord) ? records.flatMap(ofRecord) : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const lists = Object.entries(value);
  return lists.length > 0 && lists.every(([, list]) => Array.isArray(list) && list.every(isOfRegistry))
    ? lists.flatMap(([name, list]) => list.map((advisory) => ofRegistry(name, advisory)))
    : undefined;
}

const isRecord = (record) => typeof record?.id === 'string';
const isOfRegistry = (advisory) => typeof advisory?.vulnerable_versions === 'string';

function ofRegistry(name, { id, title = '', url, severity, vulnerable_versions: range, patched_versions: fixed }) {
  return { id: String(id), title, url, severity: severityOf(severity), name, ranges: [range], versions: [], fixed };
}

/** https://ossf.github.io/osv-schema; records that were withdrawn count no more. */
function ofRecord({ id, summary = '', references = [], modified, withdrawn, affected = [], database_specific: specific }) {
  if (withdrawn) return [];
  return affected
    .filter((each) => each.package?.ecosystem === 'npm')
    .map(({ package: { name }, ranges = [], versions = [] }) => {
      const events = ranges.filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM').map((range) => range.events ?? []);
      const url = references.find(({ type }) => type === 'ADVISORY')?.url ?? references[0]?.url;
      const fixed = events.flat().findLast((event) => event.fixed)?.fixed;
      const severity = severityOf(specific?.severity);
      return { id, title: summary, url, severity, modified, name, ranges: events.flatMap(rangesOf), versions, fixed };
    });
}

function severityOf(text) {
  const severity = String(text ?? '').toLowerCase();
  if (severity === 'medium') return 'moderate';
  return ['low', 'moderate', 'high', 'critical'].includes(severity) ? severity : 'unknown';
}

/** A fault begins at `introduced` and ends before `fixed` or with `last_affected`. */
function rangesOf(events) {
  const ranges = [];
  let from;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined) from = introduced === '0' ? '0.0.0-0' : introduced;
    else if (from !== undefined && (fixed ?? last) !== undefined) {
      ranges.push(`>=${from} ${fixed === undefined ? `<=${last}` : `<${fixed}`}`);
      from = undefined;
    }
  }
  if (from !== undefined) ranges.push(`>=${from}`);
  return ranges;
}
