import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const SERIOUS = ['serious', 'critical'];

interface Look {
  /** Selectors of parts that are left out. */
  readonly without?: readonly string[];
  /** These rules alone. */
  readonly rules?: readonly string[];
}

/** What axe finds of serious or critical impact in the page as it is now, each with elements that have it. */
export async function seriousFindings(page: Page, { without = [], rules }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`${axe}; undefined`);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  };
  const context = { exclude: without.map((selector) => [selector]) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact && SERIOUS.includes(impact))
    .map(({ id, nodes }) => `${id}: ${shortened(nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' '))}`);
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)} …` : text;
}
