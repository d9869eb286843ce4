import type { SettingGroup } from './setting-group.js';

export const PROCESS_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Process',
    settings: {
      NODE_ENV: {
        meaning:
          'what the service is run for; in `production` the sandbox is refused unless allowed, and addresses of others must be https',
      },
      ROLE: {
        meaning: 'what the process does; `api` and `worker` are separate processes, which need `DATABASE_URL` and `REDIS_URL`',
      },
      LOG_LEVEL: { meaning: 'least severity of the lines of the log' },
      LOG_DIR: {
        meaning: 'folder where the log is also written to files, four of 10 MB at most',
        unset: 'in the sandbox `DATA_DIR/log`, else none',
        form: 'a folder',
        example: '/var/log/harmattan',
      },
      DATA_DIR: { meaning: 'folder of `app.key`, the embedded database, mails and uploads', form: 'a folder' },
    },
  },
  {
    title: 'HTTP',
    settings: {
      HOST: { meaning: 'address that the service listens on', form: 'an address of this machine' },
      PORT: { meaning: 'port that the service listens on; 0 takes a free one' },
      PUBLIC_URL: {
        meaning: 'how clients reach the service',
        unset: 'from `HOST` and `PORT`; required in production where `HOST` is every address (`0.0.0.0`, `::`)',
        example: 'https://api.example.com',
      },
      UPLOAD_URL: {
        meaning: 'how clients reach uploaded files',
        unset: '`PUBLIC_URL/uploads`',
        example: 'https://files.example.com',
      },
      INSECURE_LOOPBACK_URLS: {
        meaning: '`allowed` permits in production `http://` addresses that lead to this machine, also `PUBLIC_URL`',
      },
      TRUSTED_PROXIES: {
        meaning:
          'proxies whose `X-Forwarded-For` counts; in production never the whole Internet. What other peers forward is counted, logged and told to staff',
        unset: 'none',
        example: '10.0.0.0/8,loopback',
      },
      WEB_ORIGINS: {
        meaning: 'origins of pages that may call the interface from a browser',
        unset: "none but the service's own",
        example: 'https://app.example.com,http://localhost:5173',
      },
      MAX_CONNECTIONS: {
        meaning:
          'connections of clients at the same time, fewer where the process may not open as many files; without `TRUSTED_PROXIES` one network gets half of them',
      },
      BODY_BUDGET_MB: {
        meaning:
          'megabytes of request bodies in memory, a quarter at most for one network and an eighth for one key (16 MB at least)',
      },
      UPLOAD_BUDGET_MB: {
        meaning:
          'megabytes of unfinished uploads on disk, a quarter at most for one network and a thirty-second for one key (16 MB at least)',
      },
      SHUTDOWN_DELAY_SECONDS: {
        meaning: 'how long `/readyz` answers 503 after SIGTERM, while requests are still served',
        unset: '5 in production, else 0',
        example: '5',
      },
      SIGNATURE_TOLERANCE_SECONDS: { meaning: 'how far the clock of a signed request may be off, both ways' },
      RATE_LIMIT_SCALE: { meaning: 'multiplies every rate limit; 0 turns them off, which production refuses' },
      METRICS_TOKEN: { meaning: 'bearer token that `/metrics` wants', unset: '`/metrics` answers this machine only' },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        meaning:
          "collector of OpenTelemetry traces, by OTLP over HTTP; sampling and headers by OpenTelemetry's own `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG` and `OTEL_EXPORTER_OTLP_HEADERS`",
        unset: 'no traces, and nothing is loaded for them',
        example: 'http://127.0.0.1:4318',
      },
    },
  },
  {
    title: 'Data',
    settings: {
      DATABASE_URL: {
        meaning: 'database of MySQL or MariaDB',
        unset: 'embedded SQLite in `DATA_DIR`',
        example: 'mysql://harmattan:password@127.0.0.1:3306/harmattan',
      },
      MIGRATION_DATABASE_URL: {
        meaning:
          'another user of the same database, who migrates it and gives the user of `DATABASE_URL` the grants to serve it, without DDL ([deployment](deployment.md))',
        unset: 'the user of `DATABASE_URL` migrates',
        example: 'mysql://harmattan_owner:password@127.0.0.1:3306/harmattan',
      },
      DATABASE_DIALECT: {
        meaning:
          '`mysql` is also for MariaDB; `tidb` sends only statements that TiDB has, and creates no triggers ([deployment](deployment.md#engines))',
      },
      DATABASE_REPLICA_URLS: {
        meaning:
          'replicas that serve later pages of wallet histories and past balances, as far as they have them in full ([deployment](deployment.md#replicas))',
        unset: 'every read goes to the primary',
        example: 'mysql://harmattan:password@127.0.0.2:3306/harmattan',
      },
      REDIS_URL: {
        meaning:
          'queue, rate limits and replay guard: one server, Sentinel or Cluster, `rediss` for TLS ([deployment](deployment.md#redis))',
        unset: 'they are in this process, which then must be the only one',
        example: 'redis://127.0.0.1:6379',
      },
      REDIS_PREFIX: { meaning: 'of every key, so that installations can share a Redis' },
      APP_KEY: {
        meaning:
          'encrypts secrets at rest, the same for every process (`openssl rand -base64 32`); required with `DATABASE_URL`; production refuses one that can be guessed ([running](running.md#keys))',
        unset: 'embedded: made at the first start and kept in `DATA_DIR/app.key`',
      },
      APP_KEY_PREVIOUS: {
        meaning: 'former keys: what they encrypted can still be read, until `keys:rotate` has encrypted it anew',
        unset: 'none',
      },
      LEDGER_KEY: { meaning: 'keys the hash chain of the ledger', unset: 'derived from `APP_KEY`' },
      LEDGER_ANCHOR_URL: {
        meaning:
          'where the signed head of the chain is written every hour, best a bucket with a retention period that nobody with access to the database can write to',
        unset: 'nowhere',
        example: 's3:https://access-key:secret-key@s3.example.com/harmattan-anchors?region=us-east-1',
      },
      BACKUP_KEY: { meaning: 'encrypts backups; keep a copy away from them', unset: 'derived from `APP_KEY`' },
      BACKUP_URL: {
        meaning: 'where `backup` and `restore` keep backups ([deployment](deployment.md#backups))',
        unset: 'given to the command',
        example: 's3:https://access-key:secret-key@s3.example.com/harmattan-backups?region=us-east-1',
      },
    },
  },
  {
    title: 'Files',
    settings: {
      S3_URL: {
        meaning: "object store for the contents of files, with the bucket's path and percent-encoded keys",
        unset: '`DATA_DIR/uploads`, which all processes must share',
        example: 'https://access-key:secret-key@s3.example.com/harmattan-uploads?region=us-east-1',
      },
    },
  },
];
