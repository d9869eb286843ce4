/** The clock of one process, by libfaketime: its offset stands in a file that the process reads every second. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrivateServer } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';

/** From its next start on. */
export function giveClock(node: PrivateServer, { faketime }: ClusterPrograms): void {
  setClock(node, '+0');
  node.environment = {
    ...node.environment,
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: fileOf(node),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

/** @param offset such as `+5m` or `-2m` */
export function setClock(node: PrivateServer, offset: string): void {
  writeFileSync(fileOf(node), offset);
}

export const hasClock = ({ environment }: PrivateServer) => 'FAKETIME_TIMESTAMP_FILE' in environment;

const fileOf = ({ directory }: PrivateServer) => join(directory, 'clock');
