import { Text } from '@mantine/core';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day of Lagos. @param props.of YYYY-MM-DD; empty for none */
export function Day({ of }: { readonly of: string }) {
  if (of === '') return <>–</>;
  return (
    <Text span inherit className="number">
      <time dateTime={of}>{dayInWords(of)}</time>
    </Text>
  );
}

export function dayInWords(day: string): string {
  const ms = Date.parse(day);
  return Number.isNaN(ms) ? day : DAY.format(ms);
}

export function daysInWords(first: string, last: string): string {
  return first === last ? dayInWords(first) : `${dayInWords(first)} to ${dayInWords(last)}`;
}
