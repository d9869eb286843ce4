import { isIP } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { after, type Timer } from '../../kernel/timers.js';
import { MINUTE_MS } from '../../kernel/clock.js';
import { Config } from '../config/config.js';
import { mysqlOptions } from '../database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../database/mysql-session.js';
import { MailEnvironment } from '../mail/mail.settings.js';
import { smtpAddress } from '../mail/smtp-address.js';
import { certificateOf } from '../patches/mysql2.js';
import { redisAddress } from '../redis/redis-address.js';
import { readTlsFiles, tlsFilesOf } from '../config/tls-files.js';
import { StorageEnvironment } from '../storage/storage.settings.js';
import { Metrics } from '../telemetry/metrics.js';
import { HttpEnvironment } from './http.settings.js';

const ANSWER_MS = 5_000;
const SMTPS_PORT = 465;
const HTTPS_PORT = 443;

/** Reads when the certificate of a server ends; undefined where it shows none. */
type Read = () => Promise<Date | undefined>;

/** When the certificates end of PUBLIC_URL and of the servers that are reached by TLS, looked at each minute. */
@Injectable()
export class CertificateGauges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly ends = new Map<string, number>();
  private timer: Timer | undefined;

  constructor(
    private readonly config: Config,
    metrics: Metrics,
  ) {
    const help = 'When the certificate ends of PUBLIC_URL, or of a server that is reached by TLS';
    metrics.gaugeBy('part', 'harmattan_certificate_expiry_timestamp_seconds', help, () => this.ends);
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'tool') void this.look(this.servers());
  }

  onApplicationShutdown(): void {
    this.timer?.stop();
  }

  private async look(servers: ReadonlyMap<string, Read>): Promise<void> {
    if (servers.size === 0) return;
    for (const [part, read] of servers) {
      // Others report a server that is away; its last certificate stays.
      const end = await read().catch(() => undefined);
      if (end) this.ends.set(part, end.getTime() / 1000);
    }
    this.timer = after(MINUTE_MS, () => void this.look(servers)).unref();
  }

  private servers(): Map<string, Read> {
    const { databaseUrl, redisUrl } = this.config;
    const servers = new Map<string, Read>();
    const web = { public: this.config.of(HttpEnvironment).PUBLIC_URL, files: this.config.of(StorageEnvironment).S3_URL };
    for (const [part, address] of Object.entries(web)) {
      if (!address?.startsWith('https:')) continue;
      const url = new URL(address);
      servers.set(part, () => shownBy(url, HTTPS_PORT, readTlsFiles(tlsFilesOf(url.searchParams))));
    }
    const { MAIL_URL: mail } = this.config.of(MailEnvironment);
    if (mail?.startsWith('smtps:')) servers.set('mail', () => shownBy(new URL(mail), SMTPS_PORT, smtpAddress(mail).tls));
    const redis = redisUrl === undefined ? undefined : redisAddress(redisUrl);
    // Addresses of sentinels and of a cluster are announced, and not in the setting.
    if (redis?.kind === 'server' && redis.options.tls) {
      const { host, port, tls } = redis.options;
      servers.set('redis', () => certificateAt({ host: host!, port: port!, ...tls }));
    }
    if (databaseUrl !== undefined && mysqlOptions(databaseUrl).ssl) servers.set('database', () => ofDatabase(databaseUrl));
    return servers;
  }
}

function shownBy({ hostname, port }: URL, usualPort: number, options: ConnectionOptions = {}): Promise<Date | undefined> {
  return certificateAt({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || usualPort), ...options });
}

/** Trusts nobody and sends nothing: the user of the connection judges the certificate. */
function certificateAt(options: ConnectionOptions & { readonly host: string }): Promise<Date | undefined> {
  return new Promise((resolve, reject) => {
    const servername = isIP(options.host) === 0 ? options.host : '';
    const socket = connect({ ...options, servername, rejectUnauthorized: false, timeout: ANSWER_MS }, () => {
      resolve(endOf(socket.getPeerCertificate()));
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
  });
}

async function ofDatabase(url: string): Promise<Date | undefined> {
  const connection = await openConnection(mysqlOptions(url), LONG_SESSION);
  try {
    return endOf(certificateOf(connection));
  } finally {
    await connection.end();
  }
}

function endOf(certificate: { readonly valid_to?: string } | undefined): Date | undefined {
  return certificate?.valid_to === undefined ? undefined : new Date(certificate.valid_to);
}
