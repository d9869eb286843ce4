import type { Page } from 'playwright-core';

/** Texts that would do something if they were taken for markup or code: each sets `window.__x`, opens a dialog, or calls another host. */
export const ATTACKS = {
  script: '<script>window.__x="script"</script>',
  image: '<img src=x onerror=window.__x="image">',
  vector: '"><svg/onload=window.__x="vector">',
  attribute: '" autofocus onfocus=window.__x="attribute" x="',
  address: 'javascript:window.__x="address"',
  frame: '<iframe srcdoc="<script>top.__x=1</script>"></iframe>',
  escape: '</textarea></title></style><script>alert("escape")</script>',
  template: '{{constructor.constructor("window.__x=1")()}}${window.__x=1}',
  link: '<a href="javascript:window.__x=1">link</a>[link](javascript:window.__x=1)',
  style: '<style>@import "//evil.example/x.css"</style>',
  entity: '&lt;img src=x onerror=window.__x=1&gt;&#60;script&#62;',
} as const;

export type AttackName = keyof typeof ATTACKS;

interface Effects {
  /** What ran, and elements and addresses that nobody but an attack makes. */
  readonly done: readonly string[];
  readonly text: string;
}

const CREATED = [
  'script:not([src])',
  'iframe',
  'object',
  'embed',
  'base',
  'img[src="x"]',
  'svg[onload]',
  '[onerror], [onfocus], [onload]',
  'a[href^="javascript:" i]',
].join(', ');

/** What attacks did to the page, and all of its text, with that of its fields. */
export async function effectsIn(page: Page): Promise<Effects> {
  return page.evaluate<Effects>(`({
    done: [
      ...('__x' in window ? ['window.__x is ' + window.__x] : []),
      ...[...document.querySelectorAll(${JSON.stringify(CREATED)})].map((element) => element.outerHTML.slice(0, 200)),
      ...[...document.styleSheets].flatMap((sheet) => (sheet.href?.includes('evil') ? [sheet.href] : [])),
    ],
    text: [document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join(' '),
  })`);
}

/** Whether it is there as it was written, or as JSON writes it. */
export function isShown(text: string, attack: string): boolean {
  return text.includes(attack) || text.includes(JSON.stringify(attack).slice(1, -1));
}
