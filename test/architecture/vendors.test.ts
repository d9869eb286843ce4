import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROVIDER_MANIFESTS } from '../../src/provider-manifests.js';

const root = resolve(import.meta.dirname, '../..');
/** The sandbox is no company; the service has a mode of that name. */
const VENDORS = [...new Map(PROVIDER_MANIFESTS.map((each) => [each.name, each])).values()].filter(
  ({ name }) => name !== 'sandbox',
);

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Files that name a provider outside of its folders, each with the name. */
function namedElsewhere(files: readonly SourceFile[]): string[] {
  return VENDORS.flatMap(({ name, title }) => {
    const own = new RegExp(`^(src/contexts/[^/]+/adapters|src/platform/companies|packages/simulators)/${name}/`);
    const named = new RegExp(`${name}|${title}`, 'i');
    return files
      .filter(({ path, text }) => !own.test(path) && named.test(`${path}\n${text}`))
      .map(({ path }) => `${path}: ${name}`);
  });
}

function sources(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', 'src', 'packages', 'scripts'], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => /\.(ts|tsx|mts|mjs|js|json|html|py|css|md)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

describe('providers', () => {
  it('are named by their own folders, tests and documents, and by nothing else', () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(1_000);
    expect(VENDORS.length).toBeGreaterThanOrEqual(4);
    expect(namedElsewhere(files)).toEqual([]);
  });

  it.each([
    ['src/contexts/purchases/place-purchase.ts', "if (provider.name === 'vtpass') return;", 'vtpass'],
    ['src/platform/config/config.ts', 'readonly paystack: PaystackSettings;', 'paystack'],
    ['packages/console/src/screens/webhooks/webhooks-page.tsx', "placeholder: 'Monnify'", 'monnify'],
    ['packages/harness/demo/providers-demo.ts', "import '../../simulators/quickteller/index.js';", 'quickteller'],
    ['src/contexts/billers/adapters/vtpass/vtpass-codes.ts', '// As Quickteller has it.', 'quickteller'],
    ['src/contexts/billers/vtpass.ts', 'export {};', 'vtpass'],
    ['src/platform/companies/paystack/paystack-api.ts', '// As Monnify has it.', 'monnify'],
  ])('are found where %s names one', (path, text, name) => {
    expect(namedElsewhere([{ path, text }])).toEqual([`${path}: ${name}`]);
  });

  it.each([
    ['src/contexts/billers/adapters/vtpass/vtpass-codes.ts', 'export const VTPASS_CODES = {};'],
    ['src/platform/companies/paystack/paystack-api.ts', 'export class PaystackApi {}'],
  ])('may be named in a folder of their own, as in %s', (path, text) => {
    expect(namedElsewhere([{ path, text }])).toEqual([]);
  });
});
