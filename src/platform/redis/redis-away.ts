/** Beginnings of ioredis's messages for commands that were not sent or not answered. */
const NOT_ANSWERED = [
  'Connection is closed.',
  'Command timed out',
  "Stream isn't writeable",
  "Cluster isn't ready",
  'Cluster is ended',
  'None of startup nodes is available',
  'Failed to refresh slots cache',
  'Too many Cluster redirections',
  'All sentinels are unreachable',
];

/** Codes of servers that cannot serve at present: during a failover, a start, or without room or disk. */
const NOT_SERVING = /^(READONLY|MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|OOM) /;

/** Whether a command failed because Redis is away, which other things than the command decide. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError' || error.name === 'ClusterAllFailedError') return true;
  if (error.name === 'ReplyError' && NOT_SERVING.test(error.message)) return true;
  return NOT_ANSWERED.some((beginning) => error.message.startsWith(beginning)) || isRedisAway(error.cause);
}
