import Fastify, { type FastifyRequest } from 'fastify';
import mysql from 'mysql2';
import { rawBodyHash, signatureFits, stringToSign } from '../../src/platform/http/signature.js';
import { mysqlOptions } from '../../src/platform/database/mysql-options.js';
import type { BenchUser } from './load.js';

// The floors, a process of their own: what the machine gives with next to no service around it.
//   /echo       bare Fastify, no signature
//   /signed     the signature verified, a constant answer
//   /procedure  the signature verified, one CALL that does the transfer in the database

process.once('message', ({ url, users }: { url: string | undefined; users: BenchUser[] }) => void start(url, users));

async function start(url: string | undefined, users: BenchUser[]): Promise<void> {
  const secrets = new Map(users.map((user) => [user.pbcKey, user.secret]));
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  const verified = (request: FastifyRequest) => {
    const header = (name: string) => request.headers[name] as string;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const text = stringToSign({
      method: request.method,
      target: request.raw.url!,
      timestamp: header('svc-timestamp'),
      publicKey: header('svc-securekey'),
      bodyHash: rawBodyHash(body),
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    });
    if (!signatureFits(secrets.get(header('svc-securekey'))!, text, header('svc-reqsignal'))) throw new Error('signature');
    return body;
  };
  const answer = {
    REQUEST: { VERSION: '1.0', ACTION: 'floor', STATUS: 'OK' },
    DATA: { marker: 'x', owner: 'y', balance: 1000.5, recorded: '1767225600000' },
  };
  app.all('/echo', () => answer);
  app.all('/signed', (request) => {
    verified(request);
    return answer;
  });
  if (url) {
    const pool = mysql.createPool({ ...mysqlOptions(url), connectionLimit: 16 });
    await prepare(pool, users);
    app.post('/procedure', async (request) => {
      const { email, amount } = JSON.parse(verified(request).toString()) as { email: string; amount: number };
      const values = [
        request.headers['svc-securekey'] as string,
        email,
        Math.round(amount * 100),
        request.headers['idempotency-key'] as string,
      ];
      await new Promise<void>((resolve, reject) =>
        pool.execute('CALL f_transfer(?, ?, ?, ?)', values, (error) => (error ? reject(error) : resolve())),
      );
      return answer;
    });
  }
  process.send!({ origin: await app.listen({ port: 0, host: '127.0.0.1' }) });
}

async function prepare(pool: mysql.Pool, users: readonly BenchUser[]): Promise<void> {
  const run = (sql: string, values: unknown[] = []) =>
    new Promise<void>((resolve, reject) => pool.query(sql, values, (error) => (error ? reject(error) : resolve())));
  await run(
    'CREATE TABLE IF NOT EXISTS f_wallet (id VARCHAR(40) PRIMARY KEY, email VARCHAR(191) UNIQUE, balance BIGINT NOT NULL)',
  );
  await run(
    `CREATE TABLE IF NOT EXISTS f_transfer_row (id BIGINT AUTO_INCREMENT PRIMARY KEY, sender VARCHAR(40), receiver VARCHAR(40), amount BIGINT, idem VARCHAR(191), UNIQUE (sender, idem))`,
  );
  await run(
    'CREATE TABLE IF NOT EXISTS f_posting (id BIGINT AUTO_INCREMENT PRIMARY KEY, wallet VARCHAR(40), amount BIGINT, balance BIGINT, KEY (wallet, id))',
  );
  await run('INSERT IGNORE INTO f_wallet (id, email, balance) VALUES ?', [
    users.map((user) => [user.pbcKey, user.email, 100_000_000_000]),
  ]);
  await run('DROP PROCEDURE IF EXISTS f_transfer');
  await run(`CREATE PROCEDURE f_transfer(IN p_from VARCHAR(40), IN p_email VARCHAR(191), IN p_amount BIGINT, IN p_idem VARCHAR(191))
    BEGIN
      DECLARE v_to VARCHAR(40); DECLARE v_from_balance BIGINT; DECLARE v_to_balance BIGINT; DECLARE v_locked INT;
      DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
      SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
      START TRANSACTION;
      SELECT id INTO v_to FROM f_wallet WHERE email = p_email;
      SELECT COUNT(*) INTO v_locked FROM (SELECT id FROM f_wallet WHERE id IN (p_from, v_to) ORDER BY id FOR UPDATE) locked;
      UPDATE f_wallet SET balance = balance - p_amount WHERE id = p_from AND balance >= p_amount;
      IF ROW_COUNT() = 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'insufficient funds'; END IF;
      UPDATE f_wallet SET balance = balance + p_amount WHERE id = v_to;
      SELECT balance INTO v_from_balance FROM f_wallet WHERE id = p_from;
      SELECT balance INTO v_to_balance FROM f_wallet WHERE id = v_to;
      INSERT INTO f_transfer_row (sender, receiver, amount, idem) VALUES (p_from, v_to, p_amount, p_idem);
      INSERT INTO f_posting (wallet, amount, balance) VALUES (p_from, -p_amount, v_from_balance), (v_to, p_amount, v_to_balance);
      COMMIT;
    END`);
}
