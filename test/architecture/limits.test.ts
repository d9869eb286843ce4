import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Limits of single tests fail on a machine that is busy. What hangs is ended by the one limit of `vitest.config.ts`. */
const RUNNERS = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
const ELAPSED = /expect\((?:performance|Date)\.now\(\) - .*/;
const ROOT = join(import.meta.dirname, '../..');

it('no test, hook or wait has a limit of its own', () => {
  const files = ['test', 'src'].flatMap((folder) => testsIn(folder));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => limitsIn(readFileSync(join(ROOT, file), 'utf8')).map((at) => `${file}:${at}`))).toEqual([]);
});

it.each([
  ["it('waits', async () => {}, 60_000);", '1: it'],
  ["it('waits', { timeout: 60_000 }, async () => {});", '1: it'],
  ["it.each([1, 2])('waits', async () => {}, LONGEST_MS);", '1: it'],
  ['beforeAll(start, 90_000);', '1: beforeAll'],
  ["describe.skipIf(isFast)('rooms', { concurrent: true, timeout: 1 }, () => {});", '1: describe'],
  ['await expect.poll(read, { timeout: 10, interval: 5 }).toBe(1);', '1: expect.poll'],
  ['await vi.waitFor(() => expect(sent).toBe(1));', '1: vi.waitFor'],
  ['\nawait vi.waitUntil(() => isSent);', '2: vi.waitUntil'],
  ['vi.setConfig({ testTimeout: 1_000 });', '1: vi.setConfig'],
])('finds a limit in %j', (text, found) => {
  expect(limitsIn(text)).toEqual([found]);
});

it('no test compares elapsed time', () => {
  const files = ['test', 'src'].flatMap((folder) => testsIn(folder));
  const found = files
    .filter((file) => file !== 'test/architecture/limits.test.ts')
    .flatMap((file) => {
      const compared = ELAPSED.exec(readFileSync(join(ROOT, file), 'utf8'));
      return compared ? [`${file}: ${compared[0]}`] : [];
    });
  expect(found).toEqual([]);
});

it.each([
  ['expect(performance.now() - begun).toBeLessThan(500);', true],
  ['expect(Date.now() - startedAt).toBeGreaterThan(5);', true],
  ['expect(row.createdAt).toBeGreaterThan(Date.now() - 60_000);', false],
])('in %j elapsed time is compared: %s', (text, isCompared) => {
  expect(ELAPSED.test(text)).toBe(isCompared);
});

it.each(["it.each([1, 2])('counts %s', (n) => expect(n).toBe(n));", 'await expect.poll(read).toBe(1);', 'beforeAll(start);'])(
  'finds none in %j',
  (text) => expect(limitsIn(text)).toEqual([]),
);

function testsIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => (folder === 'test' ? file.endsWith('.ts') : file.endsWith('.spec.ts')))
    .map((file) => join(folder, file));
}

/** The line and the name of each call that has one. */
function limitsIn(text: string): string[] {
  const source = ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = limitedBy(node);
      if (name) found.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function limitedBy({ expression, arguments: given }: ts.CallExpression): string | undefined {
  const name = expression.getText();
  if (/^vi\.(waitFor|waitUntil|setConfig)$/.test(name)) return name;
  const root = rootOf(expression);
  const isPoll = name === 'expect.poll';
  if (!isPoll && !RUNNERS.has(root)) return undefined;
  if (given.some((argument) => ts.isObjectLiteralExpression(argument) && argument.properties.some(isTimeout)))
    return isPoll ? name : root;
  const [before, last] = given.slice(-2);
  const isLimit = last !== undefined && /^[\dA-Z]/.test(last.getText());
  const isWork = before !== undefined && (ts.isFunctionLike(before) || ts.isIdentifier(before));
  return !isPoll && given.length > 1 && isWork && isLimit ? root : undefined;
}

function isTimeout({ name }: ts.ObjectLiteralElementLike): boolean {
  return name?.getText() === 'timeout';
}

function rootOf(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) return rootOf(expression.expression);
  return expression.getText();
}
