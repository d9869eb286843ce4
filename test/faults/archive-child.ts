/** A process that archives closed months and kills itself at a step: `<step> <of which part or portion>`; without arguments it ends. */
import type { ArchiveProgress } from '../../src/ledger/archive/application/archive-ledger.js';
import { Config } from '../../src/platform/config/config.js';
import { ARCHIVED_SIZES, archiverOf } from '../ledger/support/archived-books.js';
import { openLedgerAt } from '../support/ledger-fixture.js';

const [step, times] = process.argv.slice(2) as [ArchiveProgress['step'] | undefined, string | undefined];
const config = Config.load(process.env);
const place = {
  backend: config.embedded ? 'sqlite' : 'mysql',
  config,
  environment: {},
  remove: () => Promise.resolve(),
} as const;
const books = await openLedgerAt(place);
let left = Number(times);
const { ok } = await archiverOf(books).execute({
  olderThan: { months: 1 },
  ...ARCHIVED_SIZES,
  onProgress: (progress) => {
    if (progress.step === step && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await books.close();
process.exitCode = ok ? 0 : 1;
