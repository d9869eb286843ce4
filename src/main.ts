/** Imports nothing that an older Node could not read before it has said which one is needed. */
const OLDEST_NODE: readonly [number, number] = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) {
  if (process.stderr.isTTY) console.error('Harmattan is starting ...');
  await import('./service.js');
} else {
  console.error(
    `Node ${OLDEST_NODE.join('.')} or newer is needed, and this is ${process.versions.node}: install it (nodejs.org).`,
  );
  process.exitCode = 1;
}
