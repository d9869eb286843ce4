import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { DataSource } from 'typeorm';
import { connect, dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { install, type Installation, run } from '../installation.js';
import { readOptions } from '../options.js';
import { effectsIn, openReceiver, settle, subscribe, transfer } from '../settled.js';
import { bytesByTable, type TableBytes } from './bytes.js';
import { markdown, type Moment, momentOf } from './growth-table.js';
import { letThirtyDaysPass } from './thirty-days.js';

/** `npm run bench -- growth`: the bytes that transfers leave in the database, by kind, at once and when thirty days have passed. */
const options = readOptions({
  transfers: { type: 'string', default: '20000' },
  users: { type: 'string', default: '200' },
  /** With a webhook for each, which only users with an endpoint have. */
  webhooks: { type: 'boolean', default: false },
  /** Bytes of a transfer after thirty days, rebuilt, above which it fails. */
  most: { type: 'string' },
  /** A file for the tables. */
  write: { type: 'string' },
});

const transfers = Number(options.transfers);
const place = await install('mysql', Number(options.users), { WEBHOOK_LOOPBACK: 'allowed' });
const database = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
try {
  const moments = await measure(place, database);
  const lines = markdown(moments);
  for (const line of lines) console.log(line);
  const left = Math.round(moments.at(-1)!.total);
  if (options.most && left > Number(options.most)) {
    console.error(`A transfer leaves ${left} bytes after thirty days, more than ${options.most}.`);
    process.exitCode = 1;
  }
  if (options.write) writeFileSync(options.write, `${[machine(), ...lines].join('\n')}\n`);
} finally {
  await database.destroy();
  await place.remove();
}

async function measure(installation: Installation, source: DataSource): Promise<readonly Moment[]> {
  const before = await bytesByTable(source, true);
  await makeTransfers(installation, source);
  const at = (title: string, now: readonly TableBytes[], files = 0) => momentOf(title, transfers, before, now, files);
  const moments = [at('As they were written', await bytesByTable(source, false))];
  moments.push(at('Tables rebuilt', await bytesByTable(source, true)));
  const files = await letThirtyDaysPass(installation);
  moments.push(at('After thirty days, tables as they were left', await bytesByTable(source, false), files));
  moments.push(at('After thirty days, tables rebuilt', await bytesByTable(source, true), files));
  return moments;
}

async function makeTransfers(installation: Installation, source: DataSource): Promise<void> {
  const receiver = options.webhooks ? await openReceiver() : undefined;
  if (receiver) await subscribe(installation, receiver);
  const service = await run(installation);
  try {
    const start = await effectsIn(source);
    await transfer(installation, service.origin, transfers);
    await settle(source, start, transfers, receiver ? transfers : 0);
  } finally {
    await service.stop();
    receiver?.close();
  }
}

function machine(): string {
  const date = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  return `\`npm run bench -- growth --transfers ${transfers}\`, measured ${date} on ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.`;
}
