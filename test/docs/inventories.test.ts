import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../../src/platform/config/environment.js';
import { KNOWN_SETTINGS } from '../../src/known-settings.js';
import { actionInWords } from '../../src/contexts/audit/action-words.js';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => ({ path: `src/${path}`, code: text(`src/${path}`) }));
const all = (pattern: RegExp) => [
  ...new Set(sources.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, found]) => found!))),
];

describe('docs/logs.md', () => {
  const page = text('docs/logs.md');

  it('has each line of the service log', () => {
    const lines = all(/\blog\??\.(?:info|warning|problem)\(\s*'([^']+)'/g);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => !page.includes(`\`${line}\``))).toEqual([]);
  });

  it('has each kind of system log', () => {
    const logged = sources.filter(({ code }) => /systemLogs\.(?:record|toRow)\(|_LOG = '/.test(code));
    const keys = logged.flatMap(({ code }) =>
      [...code.matchAll(/(?:key(?: =|:) `|_LOG = ')([a-z][\w.-]*):/g)].map(([, key]) => key!),
    );
    expect(keys).toEqual(expect.arrayContaining(['budget', 'row-seal', 'purchase.undecided', 'webhook-endpoint']));
    expect(keys.filter((key) => !page.includes(`\n| \`${key}\` |`))).toEqual([]);
  });

  it('names failures, figures and alerts that there are', () => {
    const [figures, alerts] = [text('docs/metrics.md'), text('docs/runbook.md')];
    const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name]) => name!);
    const known = new Set(
      sources.flatMap(({ code }) =>
        [...code.matchAll(/failures\('(\w+)', \{(.*?)\n\}\)/gs)].flatMap(([, context, body]) =>
          [...body!.matchAll(/^ {2}(\w+): \[/gm)].map(([, name]) => `${context}.${name}`),
        ),
      ),
    );
    const contexts = new Set([...known].map((name) => name.split('.')[0]!));
    const quoted = named(/`([a-z_]+\.[a-z_]+)`/g).filter((name) => contexts.has(name.split('.')[0]!));
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter((name) => !known.has(name))).toEqual([]);
    expect(named(/`(harmattan_\w+)`/g).filter((name) => !figures.includes(`\`${name}\``))).toEqual([]);
    expect(named(/alerts? `(\w+)`/g).filter((name) => !alerts.includes(name))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  it('has each table once, with what a changed row does', () => {
    const [, section = ''] = text('docs/security.md').split('## Tables\n');
    const listed = [...section.split('\n## ')[0]!.matchAll(/\| ([^|]+) \|$/gm)].flatMap(([, tables]) =>
      [...tables!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    );
    const unnamed = ['migration', 'migration_step', 'schema_version'];
    expect(listed.toSorted()).toEqual([...all(/^@Entity\('(\w+)'/gm), ...unnamed].toSorted());
  });
});

describe('docs/keys.md', () => {
  const page = text('docs/keys.md');

  it('has each setting that is a secret, or an address with a password', () => {
    const secret =
      /(?:_KEY|_SECRET|_TOKEN|_KEY_PREVIOUS|_SERVICE_ACCOUNT|^S3_URL|^REDIS_URL|^MAIL_URL|^BACKUP_URL|_ANCHOR_URL|DATABASE_.*URLS?)$/;
    const secrets = [...environmentNames(KNOWN_SETTINGS)].filter((name) => secret.test(name));
    expect(secrets).toEqual(expect.arrayContaining(['APP_KEY', 'DATABASE_URL', 'MONNIFY_SECRET_KEY']));
    expect(secrets.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has each file that encrypts, signs or hashes under a key', () => {
    const keyed =
      /\b(?:createHmac|createCipheriv|hkdfSync|createPrivateKey|SignJWT|jwtVerify|importPKCS8)\b|'@node-rs\/argon2'|'otplib'|'@simplewebauthn\/server'|ring\.(?:keys|mac)\(/;
    const files = sources.filter(({ path, code }) => keyed.test(code) && !path.startsWith('src/cli/'));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter(({ path }) => !page.includes(`(../${path})`)).map(({ path }) => path)).toEqual([]);
  });

  it('says of each key how long it serves', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Setting|Purpose|Secret) /.test(line));
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) for (const cell of row.split('|').slice(1, -1)) expect(cell.trim(), row).not.toBe('');
  });
});

describe('docs/architecture.md', () => {
  it('names in the walk of a bill purchase lines that declare what they are said to', () => {
    const walk = [...text('docs/architecture.md').matchAll(/\[`([^`:]+):(\d+)`\]\(\.\.\/src\/([^)#]+)#L(\d+)\)/g)];
    expect(walk.length).toBeGreaterThan(20);
    for (const [, path, line, linked, linkedLine] of walk) {
      expect([linked, linkedLine]).toEqual([path, line]);
      const declared = text(`src/${path}`).split('\n')[Number(line) - 1];
      expect(declared, `${path}:${line}`).toMatch(
        /^(export .*(class|function) |\s+@Operation\(|\s*@All\(|  (private )?(async )?\w+\()/,
      );
    }
  });
});

it('what each operation of staff does is in words in the audit trail', () => {
  const actions = all(/@Operation\('((?:control|other)_\w+)'/g);
  expect(actions.length).toBeGreaterThan(100);
  const inItsOwnWords = (action: string) => action.replace(/^(?:control|other)_/, '').replaceAll('_', ' ');
  expect(actions.filter((action) => actionInWords(action).toLowerCase() === inItsOwnWords(action))).toEqual([]);
});
