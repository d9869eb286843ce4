/** The table at the end of `npm run cluster -- --faults`. */
import pc from 'picocolors';
import { table } from '../table.mjs';

export function faultTable(results) {
  const rows = results.map(({ title, seen, overS, settledS, wrong }) => [
    wrapped(title),
    sight(seen),
    `${settledS.toFixed(1)} s`,
    `${overS.toFixed(1)} s`,
    wrong.length === 0 ? pc.green('right') : pc.red(wrong.map(wrapped).join('\n')),
  ]);
  return table(['Fault', 'Clients saw', 'Calm after', 'All back after', 'Books'], rows);
}

/** While the others still run. */
export function summaryLine({ seen, settledS, wrong }) {
  const books = wrong.length === 0 ? pc.green('the books are right') : pc.red(wrong.join('; '));
  return `${seen.failed} of ${seen.attempts} requests failed, calm after ${settledS.toFixed(1)} s, ${books}`;
}

function sight({ attempts, errors, failed, slow, slowestMs, firstErrorS, lastErrorS, gaveUp }) {
  const calls = Object.entries(gaveUp).map(([id, count]) => `${count} calls gave up: ${id}`);
  const kinds = Object.entries(errors).map(([kind, count]) => `${count} × ${kind}`);
  const when = failed > 0 ? [`from ${firstErrorS.toFixed(1)} to ${lastErrorS.toFixed(1)} s`] : [];
  const lines = [`${failed} of ${attempts} requests failed`, ...kinds, ...when, ...calls];
  return [...lines, `${slow} slow, the slowest ${(slowestMs / 1_000).toFixed(1)} s`].join('\n');
}

function wrapped(text) {
  return text.replace(/(.{1,44})(?: |$)/g, '$1\n').trim();
}
