/** The table at the end of `npm run cluster -- --faults`. */
import pc from 'picocolors';
import { table } from '../table.js';
import type { Seen } from './client-view.js';
import type { FaultResult } from './runner.js';

export function faultTable(results: readonly FaultResult[]): string {
  const rows = results.map(({ title, seen, overS, settledS, wrong }) => [
    wrapped(title),
    sight(seen),
    `${seen.withoutMoneyS.toFixed(1)} s`,
    `${settledS.toFixed(1)} s`,
    `${overS.toFixed(1)} s`,
    wrong.length === 0 ? pc.green('right') : pc.red(wrong.map(wrapped).join('\n')),
  ]);
  return table(['Fault', 'Clients saw', 'Without money', 'Calm after', 'All back after', 'Checks'], rows);
}

/** While the others still run. */
export function summaryLine({ seen, settledS, wrong }: FaultResult): string {
  const checks = wrong.length === 0 ? pc.green('all is right') : pc.red(wrong.join('; '));
  const money = `${seen.withoutMoneyS.toFixed(1)} s without money`;
  return `${seen.failed} of ${seen.attempts} requests failed, ${money}, calm after ${settledS.toFixed(1)} s, ${checks}`;
}

function sight(seen: Seen): string {
  const { attempts, errors, failed, firstErrorS, lastErrorS, clientErrors, clientErrorsS, gaveUp, slow, slowestMs } = seen;
  const when = failed > 0 ? [`from ${firstErrorS?.toFixed(1)} to ${lastErrorS?.toFixed(1)} s`] : [];
  const client = Object.keys(clientErrors).length > 0 ? [`one call for ${clientErrorsS.toFixed(1)} s`] : [];
  const calls = Object.entries(gaveUp).map(([id, count]) => `${count} calls gave up: ${id}`);
  const lines = [`${failed} of ${attempts} requests failed`, ...kinds(errors), ...when, ...kinds(clientErrors), ...client];
  return [...lines, ...calls, `${slow} slow, the slowest ${(slowestMs / 1_000).toFixed(1)} s`].join('\n');
}

function kinds(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([kind, count]) => `${count} × ${kind}`);
}

function wrapped(text: string): string {
  return text.replace(/(.{1,44})(?: |$)/g, '$1\n').trim();
}
