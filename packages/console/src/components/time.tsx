import { Text, type TextProps, Tooltip } from '@mantine/core';

const ZONE = 'Africa/Lagos';
const SHORT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE });
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: ZONE });
const SPOKEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: ZONE });
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: ZONE });
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });
const STEPS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

interface TimeProps extends TextProps {
  /** Unix milliseconds, as most answers have them; unix seconds where they are as small as that; or ISO 8601. */
  readonly at: number | string;
  readonly isRelative?: boolean;
}

/** A time of Lagos, exact and relative on hovering. */
export function Time({ at, isRelative = false, ...text }: TimeProps) {
  const ms = millisecondsOf(at);
  if (ms === undefined) return <>–</>;
  return (
    <Tooltip label={`${EXACT.format(ms)}, Lagos · ${ago(ms)}`}>
      <Text span inherit={text.size === undefined} className="number" {...text}>
        <time dateTime={new Date(ms).toISOString()}>{isRelative ? ago(ms) : SHORT.format(ms)}</time>
      </Text>
    </Tooltip>
  );
}

/** `Thursday, 1 January 2099 at 10:00`, in Lagos. */
export function spokenTime(ms: number): string {
  return SPOKEN.format(ms);
}

/** `14:05`, in Lagos. */
export function clockTime(ms: number): string {
  return CLOCK.format(ms);
}

/** Undefined where the answer has no time. */
export function millisecondsOf(at: number | string): number | undefined {
  const value = Number.isNaN(Number(at)) ? Date.parse(String(at)) : Number(at);
  if (at === '' || !Number.isFinite(value) || value <= 0) return undefined;
  return value < 100_000_000_000 ? value * 1000 : value;
}

function ago(ms: number): string {
  const difference = ms - Date.now();
  const [unit, length] = STEPS.find(([, step]) => Math.abs(difference) >= step) ?? ['minute', 60_000];
  return AGO.format(Math.round(difference / length), unit);
}
