import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { theConsole } from './support/console.js';
import { settled } from './support/screens.js';

describe('console, how soon it is painted', () => {
  it.each([
    ['the form of the sign-in', () => theConsole().page('/sign-in'), 'Sign in'],
    ['the first screen of who is signed in', () => theConsole().freshPageOf('Administrator', '/'), 'Work queue'],
  ])('shows %s within two yardsticks, some 0.9 s where nothing else runs', async (_, open, title) => {
    expect(await medianPaint(open, title)).toBeLessThan(2);
  });
});

/**
 * Median time until the largest part is painted (LCP) in a browser that has nothing of the console, as a multiple of what the same browser
 * takes to build the yardstick: a slow machine is slow at both.
 */
async function medianPaint(open: () => Promise<Page>, title: string): Promise<number> {
  const paints: number[] = [];
  const yardsticks: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const page = await open();
    await settled(page, title);
    paints.push(await page.evaluate<number>(LARGEST_PAINT));
    const blank = await page.context().newPage();
    yardsticks.push(await blank.evaluate<number>(YARDSTICK));
    await Promise.all([page.close(), blank.close()]);
  }
  return median(paints) / median(yardsticks);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

const LARGEST_PAINT = `new Promise((resolve) => {
  const latest = (list) => resolve(Math.max(...list.getEntries().map(({ startTime }) => startTime)));
  new PerformanceObserver(latest).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Milliseconds to parse and lay out a table of 10,000 rows. */
const YARDSTICK = `(() => {
  const rows = Array.from({ length: 10000 }, (_, row) => '<tr><td>' + row + '</td><td>Row of ' + row + '</td></tr>');
  const startedAt = performance.now();
  document.body.innerHTML = '<table>' + rows.join('') + '</table>';
  return document.body.offsetHeight > 0 ? performance.now() - startedAt : NaN;
})()`;
