import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readBody, send } from '../shared/fault.js';
import { LoopbackServer } from '../shared/loopback-server.js';
import { act } from './actions.js';
import type { Simulators } from './simulators.js';
import { stateOf } from './state.js';

const PAGE = readFileSync(join(import.meta.dirname, 'page.html'));

/** The page that shows the books and causes faults. */
export class ConsoleServer extends LoopbackServer {
  private constructor(private readonly simulators: Simulators) {
    super();
  }

  static async start(simulators: Simulators, port = 0): Promise<ConsoleServer> {
    const server = new ConsoleServer(simulators);
    await server.listen(port);
    return server;
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    switch (`${request.method} ${request.url}`) {
      case 'GET /':
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
      case 'GET /state':
        return send(response, { status: 200, body: stateOf(this.simulators) });
      case 'POST /actions':
        return this.act(request, response, body);
      default:
        return send(response, { status: 404, body: { error: 'There is nothing here' } });
    }
  }

  private async act({ headers }: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    // A form of another site cannot send this type.
    if (headers['content-type'] !== 'application/json') return send(response, { status: 415, body: { error: 'Send JSON' } });
    try {
      const happened = await act(this.simulators, JSON.parse(body) as Parameters<typeof act>[1]);
      send(response, { status: 200, body: { happened } });
    } catch (error) {
      send(response, { status: 400, body: { error: error instanceof Error ? error.message : String(error) } });
    }
  }
}
