/**
 * `npm start`: prepares the tree and runs the service in this process, so that signals and the exit code need no forwarding
 * (package.json says `exec` for the same reason: npm's shell would not pass a SIGTERM on).
 */
process.argv.splice(2, 0, 'dist/main.js');
await import('./run.mjs');
