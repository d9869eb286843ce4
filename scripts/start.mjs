/**
 * `npm start`: prepares the tree and runs the service in this very process, so that signals and the exit code need no forwarding
 * (for the same reason package.json says `exec`: npm's shell would not pass a SIGTERM on).
 */
process.argv.splice(2, 0, 'dist/main.js');
await import('./run.mjs');
