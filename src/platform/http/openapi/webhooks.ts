import type { Catalogue } from './catalogue.js';
import { type Schema, shapeSchema } from './schemas.js';

const PING = 'ping';
const SENT_ONCE = 'Sent once to that endpoint, whatever it subscribes to: `control_webhook_endpoint_test`.';
const SENT_TO_SUBSCRIBERS =
  'Sent to the endpoints that subscribe to it, alone or among the `events` of a message `batch` where the endpoint takes several, and repeated until each answers 2xx; those about one subject one after the other, in their order.';
const text = (description: string) => ({ type: 'string', description });
const HEADERS = [
  ['webhook-id', 'Names the message; the same at every attempt'],
  ['webhook-timestamp', 'When the attempt was made, in unix seconds'],
  [
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by points; several, separated by spaces',
  ],
] as const;

export function describeWebhooks({ events, fieldDescriptions, recordings }: Catalogue): Record<string, { post: Schema }> {
  const described = Object.entries(events).map(([event, [meaning, shape]]) => {
    const properties = {
      type: { const: event },
      timestamp: text('When it happened, as ISO 8601 in UTC'),
      data: shapeSchema(event, shape, fieldDescriptions),
    };
    const schema = { type: 'object', properties, required: ['type', 'timestamp', 'data'] };
    const example = recordings.webhooks[event];
    const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
    const post = {
      operationId: `webhook:${event}`,
      summary: meaning,
      description: `${meaning}. ${event === PING ? SENT_ONCE : SENT_TO_SUBSCRIBERS}`,
      parameters: HEADERS.map(([name, about]) => ({
        name,
        in: 'header',
        required: true,
        description: about,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content },
      responses: { '2XX': { description: 'Taken; any other answer, or none within 15 seconds, is repeated' } },
      security: [],
    };
    return [event, { post }];
  });
  return Object.fromEntries(described) as Record<string, { post: Schema }>;
}
