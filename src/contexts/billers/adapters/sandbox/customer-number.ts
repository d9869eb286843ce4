type Rule = (text: string, ...limits: readonly number[]) => boolean;

const RULES: Readonly<Record<string, Rule>> = {
  required: (text) => text !== '',
  digits: (text, count) => /^\d+$/.test(text) && text.length === count,
  digits_between: (text, least, most) => /^\d+$/.test(text) && isBetween(text.length, least, most),
  alpha_num: (text) => /^[a-z0-9]+$/i.test(text),
  between: (text, least, most) => isBetween(text.length, least, most),
};

/** Whether a biller could have such a number, by the rules that its items show: `required|digits_between:10,13`. */
export function fits(text: string, rules: string): boolean {
  return rules.split('|').every((rule) => {
    const [name = '', limits = ''] = rule.split(':');
    return RULES[name]!(text, ...limits.split(',').map(Number));
  });
}

function isBetween(length: number, least = 0, most = Number.POSITIVE_INFINITY): boolean {
  return length >= least && length <= most;
}
