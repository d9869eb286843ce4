import { parseArgs } from 'node:util';
import { ConsoleServer } from './console/console-server.js';
import { Simulators } from './console/simulators.js';

const HELP = `npm run simulators -- [options]

The simulators of all providers on the loopback address, with a page that shows their books and causes faults.

  --port NUMBER     of the page; the providers have the next ones (4100)
  --service URL     where webhooks go (http://127.0.0.1:3000)
  --approvals TOKEN ask the service before each payout, with the token of its PAYOUT_APPROVAL_TOKEN
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    service: { type: 'string', default: 'http://127.0.0.1:3000' },
    approvals: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  const port = Number(values.port);
  const simulators = await Simulators.start(port + 1);
  const service = values.service.replace(/\/$/, '');
  simulators.announceTo(service);
  if (values.approvals !== undefined) simulators.askAt(service, values.approvals);
  const page = await ConsoleServer.start(simulators, port);
  const lines = Object.entries(simulators.environment).map(([name, value]) => `${name}=${value}`);
  process.stdout.write(`For .env of the service at ${values.service}:\n\n${lines.join('\n')}\n\nPage ${page.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.all([page.stop(), simulators.stop()]).then(() => process.exit()));
}
