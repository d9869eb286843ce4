import { parseArgs } from 'node:util';
import { faultInWords } from './schedule.js';
import { shortest } from './shortest.js';
import { simulate, type SimulationResult } from './simulate.js';

const MOST_RUNS = 200;

/** `npm run simulate`: see scripts/simulate.mjs. Exits with 1 at the first seed that fails. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    commands: { type: 'string', default: '6000' },
    trace: { type: 'boolean', default: false },
    /** Without the shortest schedule. */
    quick: { type: 'boolean', default: false },
  },
});
const commands = Number(values.commands);
const trace = values.trace ? (line: string) => console.log(line) : undefined;

for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
  const result = await simulate({ seed, commands, trace });
  if (!values.quick || result.wrong.length > 0) report(result);
  if (result.wrong.length === 0) continue;
  if (!values.quick) await explain(result);
  process.exit(1);
}

function report({ seed, wrong, hash, happened, ...figures }: SimulationResult): void {
  const { acknowledged, refused, batches, processes, virtualMs, longestWithoutMoneyMs } = figures;
  const seconds = (virtualMs / 1_000).toFixed(1);
  console.log(
    `seed ${seed}: ${wrong.length === 0 ? 'ok' : 'WRONG'}, ${acknowledged} acknowledged and ${refused} refused in ${batches} commits of ${processes} processes; ${happened.length} faults, ${seconds} virtual s, at most ${longestWithoutMoneyMs} ms without money; hash ${hash}`,
  );
  for (const text of wrong) console.log(`  ${text}`);
}

async function explain({ seed, happened }: SimulationResult): Promise<void> {
  const fails = async (schedule: typeof happened) => (await simulate({ seed, commands, schedule })).wrong.length > 0;
  const schedule = await shortest(happened, fails, MOST_RUNS);
  console.log(
    `Again: npm run simulate -- --seed ${seed} --commands ${commands} --trace\nThe shortest schedule that still fails:`,
  );
  for (const fault of schedule) console.log(`  ${faultInWords(fault)}`);
  if (schedule.length === 0) console.log('  no fault at all');
}
