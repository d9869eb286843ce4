import type { Webhooks, Direction } from '../../../../src/contexts/webhooks/webhooks.js';

/** Ids of all webhooks of a direction that are due, in no order. */
export async function dueOf(webhooks: Webhooks, direction: Direction): Promise<string[]> {
  const lines = (await webhooks.listPendingGroups()).filter((line) => line.direction === direction);
  return (await Promise.all(lines.map((line) => webhooks.listDue(line, 100)))).flat().map(({ id }) => id);
}
