import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A local issuer of ID tokens in place of Google. */
export class IdTokenIssuer {
  readonly clientId = 'harmattan.apps.example';
  private server: Server;
  private keys: CryptoKey;
  url: string;
  isDown = false;

  async start(): Promise<this> {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    this.keys = privateKey;
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }] });
    this.server = createServer((_, response) => {
      if (this.isDown) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(jwks);
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Settings that make the service trust this issuer. */
  get environment(): Record<string, string> {
    return { GOOGLE_JWKS_URL: `${this.url}/certs`, GOOGLE_ISSUER: this.url, GOOGLE_CLIENT_IDS: `other,${this.clientId}` };
  }

  token(claims: JWTPayload, { audience = this.clientId, key = this.keys, expires = '1h' } = {}): Promise<string> {
    return new SignJWT({ email_verified: true, given_name: 'Ngozi', family_name: 'Eze', sub: '1', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(this.url)
      .setAudience(audience)
      .setIssuedAt()
      .setJti(randomUUID())
      .setExpirationTime(expires)
      .sign(key);
  }

  stop(): void {
    this.server.close();
  }
}
