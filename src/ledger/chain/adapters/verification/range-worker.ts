import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { verifyRange } from '../../application/verify-range.js';
import { storageToRead } from '../../../../platform/storage/storage-to-read.js';
import { PostingArchive } from '../../../archive/adapters/posting-archive.js';
import { openSnapshot } from '../sql/open-snapshot.js';
import { SqlLedgerReader } from '../sql/sql-ledger-reader.js';
import { END, type RangeTask, type RangeWorkerData } from './range-threads.js';

const { place, keys: given } = workerData as RangeWorkerData;
const reader = new SqlLedgerReader(() => openSnapshot(place), new PostingArchive(storageToRead(place)));
const keys = new Map(given.map(({ id, secret }) => [id, { id, secret: Buffer.from(secret) }]));

let work = Promise.resolve();

async function answer({ id, range }: RangeTask): Promise<void> {
  try {
    const verdict = await reader.read((snapshot) => verifyRange(snapshot, range, keys));
    parentPort!.postMessage({ id, verdict }, []);
  } catch (error) {
    parentPort!.postMessage({ id, error: String(error) }, []);
  }
}

parentPort!.on('message', (message: RangeTask | typeof END) => {
  work = work.then(() => (message === END ? parentPort!.close() : answer(message)));
});
