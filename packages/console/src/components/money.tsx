import { Text, type TextProps } from '@mantine/core';

const NAIRA = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

interface MoneyProps extends TextProps {
  /** Naira, as answers have them. */
  readonly value: number | string;
  /** Incoming in green with a plus sign. */
  readonly isSigned?: boolean;
}

export function Money({ value, isSigned = false, ...text }: MoneyProps) {
  const isIncoming = isSigned && Number(value) > 0;
  return (
    <Text
      span
      inherit={text.size === undefined && text.fz === undefined}
      className="number"
      c={isIncoming ? 'var(--mantine-color-green-text)' : undefined}
      {...text}
    >
      {isIncoming && '+'}
      {formatNaira(value)}
    </Text>
  );
}

/** `₦1,234.50` */
export function formatNaira(value: number | string): string {
  const naira = Number(value);
  if (value === '' || Number.isNaN(naira)) return '–';
  return `${naira < 0 ? '−' : ''}₦${NAIRA.format(Math.abs(naira))}`;
}
