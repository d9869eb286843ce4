import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const ES256 = -7;
const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
  /** What is wrong of it, in place of what a browser would say. */
  readonly type?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  readonly signCount?: number;
  /** Of an attestation; none where it is left out. */
  readonly format?: string;
}

/** An authenticator with one ES256 key, and the browser before it: what they answer is base64url, as on the wire. */
export class SoftwareAuthenticator {
  readonly credential = randomBytes(32).toString('base64url');
  signCount = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** @param counts whether it counts what it signs, as security keys do */
  constructor(private readonly counts = true) {}

  /** Without an attestation. */
  create(ceremony: Ceremony) {
    const authenticatorData = Buffer.concat([this.authenticatorData(ceremony, AT), this.credentialData()]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', ceremony.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData],
      ]),
    );
    const client_data = clientData('webauthn.create', ceremony).toString('base64url');
    return { credential: this.credential, client_data, attestation: attestation.toString('base64url') };
  }

  answer(ceremony: Ceremony) {
    if (this.counts) this.signCount++;
    const authenticatorData = this.authenticatorData(ceremony, 0);
    const client = clientData('webauthn.get', ceremony);
    const signed = Buffer.concat([authenticatorData, digest(client)]);
    return {
      credential: this.credential,
      client_data: client.toString('base64url'),
      authenticator_data: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
    };
  }

  private authenticatorData(ceremony: Ceremony, further: number): Buffer {
    const { rpId, isUserPresent = true, isUserVerified = true, signCount = this.signCount } = ceremony;
    const rest = Buffer.alloc(5);
    rest.writeUInt8((isUserPresent ? UP : 0) | (isUserVerified ? UV : 0) | further, 0);
    rest.writeUInt32BE(signCount, 1);
    return Buffer.concat([digest(rpId), rest]);
  }

  private credentialData(): Buffer {
    const id = Buffer.from(this.credential, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.keys.publicKey)]);
  }
}

function clientData(type: string, ceremony: Ceremony): Buffer {
  const { challenge, origin } = ceremony;
  return Buffer.from(JSON.stringify({ type: ceremony.type ?? type, challenge, origin, crossOrigin: false }));
}

function digest(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Of RFC 9053: key type EC2, algorithm, curve P-256 and the point. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
}

type Cbor = number | string | Buffer | Map<string | number, Cbor>;

/** As much of RFC 8949 as an authenticator writes. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
}
