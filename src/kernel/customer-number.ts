interface RuleOf {
  readonly limits: readonly string[];
  /** The value is a number by another of its rules, so that limits are of its size and not of its length. */
  readonly isNumber: boolean;
}

/** The fault, in words that go on from "The meter number"; undefined without one. */
type Rule = (text: string, of: RuleOf) => string | undefined;

const ONLY_DIGITS = /^[0-9]+$/;
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

function matching(pattern: RegExp, words: string): Rule {
  return (text) => (pattern.test(text) ? undefined : words);
}

type Limits = (limits: readonly string[]) => readonly string[];

function digits(limitsOf: Limits, words: (limits: readonly string[]) => string): Rule {
  return (text, { limits }) => {
    const [least, most] = bounds(limitsOf(limits));
    if (least === undefined || most === undefined) return undefined;
    return ONLY_DIGITS.test(text) && isWithin(text.length, least, most)
      ? undefined
      : `must have ${words(limits)} digits and nothing else`;
  };
}

function sized(limitsOf: Limits, words: (limits: readonly string[]) => string): Rule {
  return (text, { limits, isNumber }) => {
    const [least, most] = bounds(limitsOf(limits));
    if (least === undefined || most === undefined) return undefined;
    if (isWithin(isNumber ? Number(text) : text.length, least, most)) return undefined;
    return isNumber ? `must be ${words(limits)}` : `must have ${words(limits)} characters`;
  };
}

function listed(has: (text: string, one: string) => boolean, words: string, joined: string, isRefused = false): Rule {
  return (text, { limits }) =>
    limits.some((one) => has(text, one)) === isRefused ? `${words} ${limits.join(joined)}` : undefined;
}

function patterned(isRefused: boolean): Rule {
  return (text, { limits: [given = ''] }) => {
    const pattern = patternOf(given);
    if (!pattern || pattern.test(text) !== isRefused) return undefined;
    return `must ${isRefused ? 'not ' : ''}have the form ${pattern.source}`;
  };
}

const both = ([least = '', most = '']: readonly string[]) => [least, most];
const same = ([count = '']: readonly string[]) => [count, count];
const from = ([least = '']: readonly string[]) => [least, 'Infinity'];
const upTo = ([most = '']: readonly string[]) => ['0', most];
const exactly = ([count = '']: readonly string[]) => count;
const range = ([least = '', most = '']: readonly string[]) => `${least} to ${most}`;
const atLeast = ([least = '']: readonly string[]) => `at least ${least}`;
const atMost = ([most = '']: readonly string[]) => `at most ${most}`;

/** Laravel's, in which billers publish them. */
const RULES: Readonly<Record<string, Rule>> = {
  required: (text) => (text === '' ? 'is missing' : undefined),
  digits: digits(same, exactly),
  digits_between: digits(both, range),
  min_digits: digits(from, atLeast),
  max_digits: digits(upTo, atMost),
  alpha: matching(/^[a-z]+$/i, 'must have letters only'),
  alpha_num: matching(/^[a-z0-9]+$/i, 'must have letters and digits only'),
  alpha_dash: matching(/^[a-z0-9_-]+$/i, 'must have letters, digits, dashes and underscores only'),
  numeric: matching(NUMBER, 'must be a number'),
  integer: matching(/^-?[0-9]+$/, 'must be a whole number'),
  email: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'),
  between: sized(both, range),
  size: sized(same, exactly),
  min: sized(from, atLeast),
  max: sized(upTo, atMost),
  in: listed((text, one) => text === one, 'must be one of', ', '),
  not_in: listed((text, one) => text === one, 'must not be one of', ', ', true),
  starts_with: listed((text, one) => text.startsWith(one), 'must begin with', ' or '),
  ends_with: listed((text, one) => text.endsWith(one), 'must end with', ' or '),
  regex: patterned(false),
  not_regex: patterned(true),
};

/**
 * The fault of a meter, smartcard, account or phone number by the rules of its item (`required|digits_between:10,13`), in words
 * that go on from "The meter number"; undefined without one. An unknown rule is left to the provider.
 */
export function faultOfNumber(text: string, rules: string): string | undefined {
  const parts = partsOf(rules);
  const isNumber = parts.some(([name]) => name === 'numeric' || name === 'integer');
  for (const [name, limits] of parts) {
    const fault = RULES[name]?.(text, { limits, isNumber });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A pattern may have the marks that stand between rules and limits. */
function partsOf(rules: string): [name: string, limits: readonly string[]][] {
  const found = rules.match(/(?:not_)?regex:\/.*?\/[a-z]*(?=\||$)|[^|]+/g) ?? [];
  return found.map((rule) => {
    const [name = '', limits = ''] = split(rule);
    return [name, name.endsWith('regex') ? [limits] : limits.split(',').filter((limit) => limit !== '')];
  });
}

function split(rule: string): string[] {
  const at = rule.indexOf(':');
  return at < 0 ? [rule.trim()] : [rule.slice(0, at).trim(), rule.slice(at + 1).trim()];
}

function patternOf(given: string): RegExp | undefined {
  const [, source = given, flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(given) ?? [];
  try {
    return new RegExp(source, flags.includes('i') ? 'iu' : 'u');
  } catch {
    return undefined;
  }
}

/** Both undefined where they are no numbers. */
function bounds([least = '', most = least]: readonly string[]): [number, number] | [undefined, undefined] {
  const [low, high] = [Number(least || Number.NaN), Number(most || Number.NaN)];
  return Number.isNaN(low) || Number.isNaN(high) ? [undefined, undefined] : [low, high];
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
