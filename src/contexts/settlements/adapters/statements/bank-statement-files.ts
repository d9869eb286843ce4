import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { StatementFiles, type StatementFile } from '../../application/ports.js';
import type { ReadStatement } from '../../domain/bank-statement.js';
import { parseStatementLayout, type StatementLayout } from '../../domain/statement-layout.js';
import { settlementFailures } from '../../domain/settlements.failures.js';
import { readCamtStatement } from './camt-statement.js';
import { readCsvStatement } from './csv-statement.js';
import { readMt940Statement } from './mt940-statement.js';

/** A month of a busy account has some ten thousand lines. */
const LARGEST_BYTES = 32 * 1024 * 1024;
/** As the banks of their names are known to call their columns. */
const LAYOUTS = new URL('../../layouts/', import.meta.url);

/** The format is seen from the contents. */
@Injectable()
export class BankStatementFiles extends StatementFiles {
  readonly layouts = readdirSync(LAYOUTS).map((name) => name.replace(/\.json$/, ''));

  layout(name: string): StatementLayout | undefined {
    if (!this.layouts.includes(name)) return undefined;
    return parseStatementLayout(readFileSync(new URL(`${name}.json`, LAYOUTS), 'utf8'));
  }

  async read(path: string, layout: StatementLayout): Promise<StatementFile> {
    const bytes = await contentsOf(path);
    const digest = createHash('sha256').update(bytes).digest('hex');
    try {
      return { ...parse(bytes.toString('utf8'), layout), digest };
    } catch (error) {
      const isOfCsv = error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
      if (error instanceof RangeError || isOfCsv) throw unreadable(error.message);
      throw error;
    }
  }
}

function parse(text: string, layout: StatementLayout): ReadStatement {
  const begin = text.replace(/^\uFEFF/, '').trimStart();
  if (begin.startsWith('<')) return readCamtStatement(begin);
  return /^(\{1:|:20:)/.test(begin) ? readMt940Statement(begin) : readCsvStatement(text, layout);
}

async function contentsOf(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_BYTES) throw unreadable(`${path} is larger than ${LARGEST_BYTES / 1024 / 1024} MiB`);
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : unreadable(`${path} cannot be read (${code})`);
  }
}

function unreadable(why: string): Failure {
  return new Failure(settlementFailures.statement_unreadable, { text: `The statement cannot be read: ${why}` });
}
