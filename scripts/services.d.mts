/** A test's own server process; port and data stay over `kill()` and `restart()`. */
export interface PrivateServer {
  /** `mysql://root@127.0.0.1:<port>`, `redis://127.0.0.1:<port>` or `tcp://127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  /** Of the current process; changes with `restart()`. */
  readonly pid: number | undefined;
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Kills the process if needed and starts it again on the same data; resolves when it answers. */
  restart(): Promise<PrivateServer>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

export interface Services {
  /** `TEST_DATABASE_URL` (with the right to create databases) and `TEST_REDIS_URL`. */
  readonly variables: Record<'TEST_DATABASE_URL' | 'TEST_REDIS_URL', string>;
  stop(): Promise<void>;
}

/** Paths of programs, which are installed where they are missing. @throws Error where they cannot be */
export function provideBrowser(): string;
export function providePython(): string;
export function provideShells(): void;
export function providePromtool(): string;
export function providePrometheus(): string;
export function provideNode24(): string;

export interface ClusterPrograms {
  readonly mariadb: string;
  readonly galera: string;
  readonly haproxy: string;
  readonly faketime: string;
}
export function provideClusterPrograms(): ClusterPrograms;
export function provideGo(): { readonly compiler: string; readonly environment: Readonly<Record<string, string>> };

export function provideServices(environment?: NodeJS.ProcessEnv): Promise<Services>;

/** `durable`: commits survive `kill()`. Rejects when no server is installed and none can be. */
export function startPrivateMariadb(options?: { durable?: boolean; args?: readonly string[] }): Promise<PrivateServer>;
export function startPrivateRedis(options?: { durable?: boolean }): Promise<PrivateServer>;
/** `signatures`: names by the text they match. Rejects where ClamAV is not installed. */
export function startPrivateClamd(options?: { signatures?: Readonly<Record<string, string>> }): Promise<PrivateServer>;
