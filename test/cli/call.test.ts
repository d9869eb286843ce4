import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from 'node:http';
import { CreateAdministrator } from '../../src/contexts/staff/members/create-administrator.js';
import { generate } from 'otplib';
import { startApp, type TestApp } from '../support/app.js';
import { type Ended, runCli, runCliWithInput } from './run-cli.js';

const PASSWORD = 'Harmattan-Wind-26';

let service: TestApp;
let home: string;
let environment: Record<string, string>;
let people = 0;

const cli = (...args: string[]) => runCli(environment, ...args);
const emailOf = (n: number) => `caller${n}@example.com`;

function register(...more: string[]): Promise<Ended> {
  return runCli({ ...environment, HARMATTAN_PASSWORD: PASSWORD }, ...registration(++people), ...more);
}

function registration(n: number): string[] {
  return ['register', emailOf(n), '--first-name', 'Ada', '--last-name', 'Obi'];
}

beforeAll(async () => {
  service = await startApp('sqlite');
});
afterAll(() => service.close());

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'harmattan-profiles-'));
  environment = { XDG_CONFIG_HOME: home, HARMATTAN_URL: service.client.baseUrl };
  return () => rmSync(home, { recursive: true, force: true });
});

describe('register, login and logout', () => {
  it('keep the session in a file that only its owner may read, and print no secret', async () => {
    const { exitCode, stdout, stderr } = await register();
    const file = join(home, 'harmattan/profiles/default.json');
    expect([exitCode, stderr, stdout.includes(`as ${emailOf(people)}`), stdout.includes(file)]).toEqual([0, '', true, true]);
    const { secret, pbcKey } = JSON.parse(readFileSync(file, 'utf8')) as { secret: string; pbcKey: string };
    expect([stdout.includes(secret), stdout.includes(pbcKey)]).toEqual([false, false]);
    expect([file, join(file, '..')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  });

  it('keep profiles beside each other, and call takes the one that is named', async () => {
    await register();
    await register('--profile', 'bayo');
    expect(readdirSync(join(home, 'harmattan/profiles'))).toEqual(['bayo.json', 'default.json']);
    const owners = [await cli('call', 'user_profile_get_info'), await cli('call', 'user_profile_get_info', '--profile', 'bayo')];
    expect(owners.map(({ json }) => json.DATA.emailAddress as string)).toEqual([emailOf(people - 1), emailOf(people)]);
    const third = await runCli(
      { ...environment, HARMATTAN_PROFILE: 'bayo' },
      'call',
      'user_profile_get_info',
      '--get',
      'emailAddress',
    );
    expect(third.stdout).toBe(`${emailOf(people)}\n`);
    expect((await cli('call', 'user_profile_get_info', '--profile', '../bayo')).exitCode).toBe(2);
  });

  it('take the password from the standard input', async () => {
    await register();
    const input = Readable.from([`${PASSWORD}\n`]);
    const { exitCode, json } = await runCliWithInput(input, environment, 'login', emailOf(people), '--json');
    expect([exitCode, json.email, Object.keys(json).includes('secret')]).toEqual([0, emailOf(people), false]);
    expect((await cli('call', 'authentication_verify')).exitCode).toBe(0);
  });

  it('ask a person for what is missing, and show nothing of the password', async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const run = runCliWithInput(terminal, environment, 'register');
    const email = emailOf(++people);
    for (const line of [email, 'Ada', 'Obi', PASSWORD, PASSWORD]) {
      await new Promise((done) => setTimeout(done, 150));
      terminal.write(`${line}\r`);
    }
    const { exitCode, stdout, stderr } = await run;
    expect([exitCode, stdout.includes(email)]).toEqual([0, true]);
    expect(stderr).toMatch(/E-mail address: .*First name: .*Last name: .*Password: \n.*The same once more: \n/s);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  it('say what is missing where nobody can be asked', async () => {
    const { exitCode, stderr } = await cli(...registration(0));
    expect([exitCode, stderr]).toEqual([2, 'Password is missing: set HARMATTAN_PASSWORD, or write it to the standard input.\n']);
  });

  it('say what the service refuses', async () => {
    await register();
    const wrong = await runCli({ ...environment, HARMATTAN_PASSWORD: 'Wrong-Wind-26' }, 'login', emailOf(people));
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringMatching(/^Incorrect credentials \(\w{8}\)\n$/)]);
    const refused = async () =>
      (await runCli({ ...environment, HARMATTAN_PASSWORD: 'Wrong-Wind-26' }, 'login', emailOf(people))).stderr;
    let last = '';
    for (let tries = 0; tries < 12 && !/please try again later/.test(last); tries++) last = await refused();
    expect(last).toMatch(/please try again later \(\w{8}\) \(in \d+ seconds\)\n$/);
  });

  it('point to login where the address is registered already', async () => {
    await register();
    const again = async (...more: string[]) =>
      (await runCli({ ...environment, HARMATTAN_PASSWORD: PASSWORD }, ...registration(people), ...more)).stderr;
    const login = `harmattan login ${emailOf(people)}`;
    expect(await again()).toMatch(
      new RegExp(`^This e-mail address is already registered: sign in, or reset the password \\(\\w{8}\\): ${login}\n$`),
    );
    expect(await again('--profile', 'bayo')).toMatch(new RegExp(`: ${login} --profile bayo\n$`));
    expect((await runCli({ ...environment, HARMATTAN_PASSWORD: PASSWORD }, 'login', emailOf(people))).exitCode).toBe(0);
  });

  it('sign staff in with a code of the second factor, after the invitation too', async () => {
    const email = 'head@example.com';
    const { invitation, totpSecret } = await service.app.get(CreateAdministrator, { strict: false }).execute({ email });
    const staff = { ...environment, HARMATTAN_PASSWORD: PASSWORD };
    const code = await generate({ secret: totpSecret });
    const begun = await runCli(staff, 'register', email, '--invitation', invitation.registrationId, '--code', code);
    expect([begun.exitCode, begun.stderr]).toEqual([0, '']);
    expect((await cli('call', 'control_staff_profile_get')).exitCode).toBe(0);
    const again = await runCliWithInput(Readable.from([`${PASSWORD}\n${code}\n`]), environment, 'login', email, '--staff');
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('code')]);
  });

  it('make users that demo:seed joins only where it is forced to', async () => {
    await register();
    const { exitCode, json } = await runCli(service.environment, 'demo:seed', '--json');
    expect([exitCode, json.error]).toEqual([1, expect.stringMatching(/^There are \d+ users already: --force/)]);
  });

  it('logout ends the session and removes its file', async () => {
    await register();
    const file = join(home, 'harmattan/profiles/default.json');
    const kept = readFileSync(file);
    expect((await cli('logout')).exitCode).toBe(0);
    expect(readdirSync(join(home, 'harmattan/profiles'))).toEqual([]);
    writeFileSync(file, kept);
    const { exitCode, stderr } = await cli('call', 'user_wallet_get_info');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`is over: harmattan login ${emailOf(people)}`)]);
  });
});

describe('call', () => {
  it('places parameters as the operation takes them, and prints the answer', async () => {
    await register();
    const order = await cli('call', 'user_deposit_order_create', 'amount=5000');
    expect([order.exitCode, order.json.REQUEST.ACTION, order.json.DATA.pxamount]).toEqual([0, 'user_deposit_order_create', 5000]);
    const found = await cli(
      'call',
      'user_deposit_order_fetch',
      'rqtp=mk',
      `rqvl=${order.json.DATA.marker}`,
      '--get',
      '0.ax_number',
    );
    expect([found.exitCode, found.stdout]).toEqual([0, `${order.json.DATA.accountNumber}\n`]);
    const quoted = await cli('call', 'user_transfer_quote', 'amount=150.5', "email=o'br+ien@example.com");
    expect(quoted.json.ERRORS.ID).toBe('recipient_not_found');
  });

  it('prints the answer as it came with --raw', async () => {
    await register();
    const { stdout } = await cli('call', 'user_wallet_get_info', '--raw');
    expect(stdout).toMatch(/^\{"REQUEST":\{"VERSION":"1\.0","ACTION":"user_wallet_get_info","STATUS":"OK"\},"DATA":\{.*\}\}\n$/);
  });

  it('ends with 1 on a failed answer, which it prints', async () => {
    await register();
    const refused = await cli('call', 'user_transfer_create', 'email=nobody@example.com', 'amount=100');
    expect([refused.exitCode, refused.json.REQUEST.STATUS]).toEqual([1, 'FAILED']);
    const field = await cli('call', 'user_transfer_create', 'email=nobody@example.com', 'amount=100', '--get', 'transact');
    expect([field.exitCode, field.stdout, field.stderr]).toEqual([1, '', expect.stringContaining(refused.json.ERRORS.ID)]);
  });

  it('uploads files, and reads values from files and the standard input', async () => {
    await register();
    const note = join(home, 'note.txt');
    writeFileSync(note, 'Hello\n');
    const uploaded = await cli('call', 'core_file_upload', `file@${note}`);
    expect(uploaded.json.DATA).toMatchObject({ fileName: 'note.txt', fileSize: 6 });
    const change = ['call', 'user_password_change', 'pswd=@-', 'npwd:="Other-Wind-27"'];
    const changed = await runCliWithInput(Readable.from([`${PASSWORD}\n`]), environment, ...change);
    expect([changed.exitCode, changed.json.REQUEST.STATUS]).toEqual([0, 'OK']);
    const unread = await cli('call', 'user_password_change', 'pswd=@/nowhere', 'npwd=x');
    expect([unread.exitCode, unread.stderr]).toEqual([2, 'Cannot read /nowhere (ENOENT).\n']);
  });

  it('repeats money only under another Idempotency-Key', async () => {
    await register();
    const twice = async (...key: string[]) => {
      const send = () => cli('call', 'user_deposit_order_create', 'amount=700', ...key, '--get', 'marker');
      return [(await send()).stdout, (await send()).stdout];
    };
    const [one, other] = await twice('--idempotency-key', 'order-0001');
    expect(one).toBe(other);
    const [first, second] = await twice();
    expect(first).not.toBe(second);
  });

  it('keeps the new secret that user_authentication answers', async () => {
    await register();
    const before = readFileSync(join(home, 'harmattan/profiles/default.json'), 'utf8');
    const { json } = await cli('call', 'user_authentication');
    const { secret } = JSON.parse(readFileSync(join(home, 'harmattan/profiles/default.json'), 'utf8')) as { secret: string };
    expect([secret, before.includes(secret)]).toEqual([json.DATA.secret, false]);
    expect((await cli('call', 'authentication_verify')).exitCode).toBe(0);
  });

  it.each([
    ['user_walet_get_info', [], 'There is no operation user_walet_get_info: did you mean user_wallet_get_info?'],
    ['user_wallet_histroy', ['rqtp=all'], 'did you mean user_wallet_history?'],
    ['user_wallet_history', ['rtqp=all'], 'has no parameter rtqp: did you mean rqtp? It takes rqtp [rqvl] [page].'],
    ['user_wallet_history', ['all'], 'Not a parameter: all. Write key=value, key:=json or key@file.'],
    ['user_deposit_order_create', ['amount:=5 000'], 'amount is not JSON'],
    ['user_deposit_order_create', ['amount=5', 'amount=6'], 'amount is given twice.'],
    ['core_file_upload', ['file=note.txt'], 'file is a file: write file@path.'],
    ['support_ticket_create', ['attachments=note'], 'attachments is not a text: write attachments:='],
  ])('call %s %j: says what is wrong', async (action, parameters, text) => {
    await register();
    const { exitCode, stdout, stderr } = await cli('call', action, ...parameters);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(text);
  });

  it('says what to do without a session, and after its end', async () => {
    const without = await cli('call', 'user_wallet_get_info');
    expect([without.exitCode, without.stderr]).toEqual([
      1,
      expect.stringContaining('there is no profile default: harmattan login'),
    ]);
    expect((await cli('call', 'control_support_faq_fetch')).json.REQUEST.ACTION).toBe('control_support_faq_fetch');
    await register();
    const file = join(home, 'harmattan/profiles/default.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"expires": \d+/, '"expires": 1700000000'));
    const ended = await cli('call', 'user_wallet_get_info');
    expect([ended.exitCode, ended.stderr]).toEqual([1, expect.stringContaining('ended at 2023-11-14')]);
  });

  it('says that no service answers, or something else', async () => {
    const silent = await cli('call', 'user_wallet_get_info', '--url', 'http://127.0.0.1:9');
    expect([silent.exitCode, silent.stderr]).toEqual([1, expect.stringContaining('at http://127.0.0.1:9')]);
    const page = createServer((_, response) => response.end('<html></html>'));
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
    const { port } = page.address() as { port: number };
    const other = await cli('call', 'user_wallet_get_info', '--url', `127.0.0.1:${port}`);
    page.closeAllConnections();
    await new Promise((done) => page.close(done));
    expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining('is not Harmattan (HTTP 200)')]);
    const closed = await cli('call', 'user_wallet_get_info', '--url', `http://127.0.0.1:${port}`);
    expect(closed.stderr).toContain('start it with npm start, or name another one with --url.');
  });
});
