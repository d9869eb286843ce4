import { lagosDate, parseLagosDate, parseLagosTime } from '../../kernel/lagos-time.js';
import { type Deliverable, type DeliverableKind, withoutSeparators } from '../../kernel/deliverable.js';

/** The date in Lagos of a biller's text, a date or a time; empty if it is neither. */
export function dueDateOf(text: string): string {
  const written = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text)?.[1] ?? '';
  if (parseLagosDate(written) === undefined) return '';
  const at = parseLagosTime(text);
  return at === undefined ? written : lagosDate(at);
}

type Attribute = 'serial' | 'units' | 'expires';

/** Labels that stand before their value, longer ones first. */
const LABELS: readonly (readonly [label: string, is: DeliverableKind | Attribute])[] = [
  [String.raw`bonus\s*token`, 'bonus_token'],
  [String.raw`reset\s*token`, 'reset_token'],
  [String.raw`config(?:ure|uration)?\s*token`, 'configure_token'],
  [String.raw`(?:main\s*)?token`, 'token'],
  [String.raw`(?:recharge\s*)?pin`, 'pin'],
  [String.raw`voucher`, 'voucher'],
  [String.raw`serial`, 'serial'],
  [String.raw`units?`, 'units'],
  [String.raw`expir(?:es|y)(?:\s*date)?(?:\s*on)?`, 'expires'],
];
const NUMBERED = String.raw`(?:\s*(?:no|number|code)\b)?\.?`;
const VALUES: Readonly<Record<Attribute | 'value', string>> = {
  value: String.raw`(?=[A-Z-]*\d)[A-Z0-9](?:[A-Z0-9]|-(?=[A-Z0-9])|\s(?=\d))*`,
  serial: String.raw`(?=[A-Z-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)*`,
  units: String.raw`\d+(?:\.\d+)?(?:\s*kwh)?`,
  expires: String.raw`\d[^,;|]{0,40}?(?=\s+(?:bonus|reset|config|main|token|pin|voucher|serial|unit|expir)|[,;|]|$)`,
};
const LABELLED = new RegExp(
  LABELS.map(([label, is], index) => {
    const value = VALUES[isAttribute(is) ? is : 'value'];
    return String.raw`\b${label}${NUMBERED}\s*[:=\-]?\s*(?<v${index}>${value})`;
  }).join('|'),
  'gi',
);

const LEAST = 4;

type Attributes = Partial<Record<Attribute, string>>;

/** Values that a sentence names by a label, as `Serial No:WRN182135587, pin: 373820665258`; serials stand before or behind their values. */
export function labelledDeliverables(text: string): Deliverable[] {
  const found: Deliverable[] = [];
  let waiting: Attributes = {};
  const named = namedIn(text);
  const areBefore = named[0] !== undefined && isAttribute(named[0].is);
  for (const { is, value } of named) {
    if (!isAttribute(is)) {
      if (value.length < LEAST) continue;
      found.push({ kind: is, value: withoutSeparators(value), ...waiting });
      waiting = {};
    } else if (areBefore || found.length === 0) waiting[is] = value;
    else found.push({ ...found.pop()!, [is]: value });
  }
  return found;
}

/** Attributes of values that stand elsewhere, as `Serial 3751726966`: of the first value, of the second value, ... */
export function attributesIn(text: string): Attributes[] {
  const all: Attributes[] = [];
  for (const { is, value } of namedIn(text)) {
    if (!isAttribute(is)) continue;
    const last = all.at(-1);
    if (last && last[is] === undefined) last[is] = value;
    else all.push({ [is]: value });
  }
  return all;
}

/** The rest of a text beside labels and their values. */
export function withoutLabelled(text: string): string {
  return text.replaceAll(LABELLED, ' ');
}

function namedIn(text: string): { is: DeliverableKind | Attribute; value: string }[] {
  return [...text.matchAll(LABELLED)].map(({ groups = {} }) => {
    const index = LABELS.findIndex((_, each) => groups[`v${each}`] !== undefined);
    return { is: LABELS[index]![1], value: groups[`v${index}`]!.trim() };
  });
}

function isAttribute(is: DeliverableKind | Attribute): is is Attribute {
  return is === 'serial' || is === 'units' || is === 'expires';
}
