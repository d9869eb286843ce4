import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook, WebhookError, type WebhookMessage } from '@harmattan/client/webhooks';

/** Where it must survive a restart: a table with a unique column. */
const seen = new Set<string>();

const server = createServer((request, response) => {
  receive(request)
    .then(() => response.writeHead(204).end())
    .catch((error: unknown) => {
      if (!(error instanceof WebhookError)) console.error(error);
      response.writeHead(error instanceof WebhookError ? 400 : 500).end(error instanceof WebhookError ? error.message : '');
    });
});
server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/`);
});

async function receive(request: IncomingMessage): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const message = await verifyWebhook({ headers: request.headers, body }, { secrets: process.env['WEBHOOK_SECRET'] });
  if (seen.has(message.id)) return;
  seen.add(message.id);
  handle(message);
}

/** What takes longer than a few seconds is done after the answer. */
function handle({ type, data }: WebhookMessage): void {
  const [[name, value] = []] = Object.entries(data ?? {});
  console.log(`${type}: ${name}`, value);
}
