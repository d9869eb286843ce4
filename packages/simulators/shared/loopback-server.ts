import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on 127.0.0.1 that can be away for a while. */
export abstract class LoopbackServer {
  private readonly server: Server = createServer((request, response) => {
    this.handle(request, response).catch((error: unknown) => {
      // Most likely a body that is no JSON.
      if (!response.headersSent) response.writeHead(400).end(String(error));
    });
  });
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get listens(): boolean {
    return this.server.listening;
  }

  /** Nobody listens until `resume`. */
  async pause(): Promise<void> {
    this.port = (this.server.address() as AddressInfo).port;
    await this.stop();
  }

  async resume(): Promise<void> {
    await this.listen(this.port);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  protected async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, '127.0.0.1', () => resolve());
    });
  }

  protected abstract handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
