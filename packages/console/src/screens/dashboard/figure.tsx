import { Card, Group, Text } from '@mantine/core';
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';

interface FigureProps {
  readonly title: string;
  readonly value: number | undefined;
  readonly before: number | undefined;
  readonly format: (value: number) => string;
}

/** A figure with how it changed. */
export function Figure({ title, value, before, format }: FigureProps) {
  return (
    <Card withBorder padding="sm">
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text fw={650} size="lg" className="number">
        {value === undefined ? '–' : format(value)}
      </Text>
      {value !== undefined && before !== undefined && <Change value={value} before={before} format={format} />}
    </Card>
  );
}

function Change({
  value,
  before,
  format,
}: {
  readonly value: number;
  readonly before: number;
  readonly format: FigureProps['format'];
}) {
  const isLess = value < before;
  const Icon = isLess ? ArrowDownRight : ArrowUpRight;
  const share = before === 0 ? undefined : (100 * (value - before)) / before;
  return (
    <Group gap={4} wrap="wrap">
      {value !== before && share !== undefined && (
        <Text
          span
          size="xs"
          className="number"
          c={isLess ? 'var(--mantine-color-orange-text)' : 'var(--mantine-color-green-text)'}
        >
          <Icon size={12} aria-hidden style={{ verticalAlign: 'middle' }} />
          {`${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(share > -10 && share < 10 ? 1 : 0)} %`}
        </Text>
      )}
      <Text span size="xs" c="dimmed" className="number">
        {`before ${format(before)}`}
      </Text>
    </Group>
  );
}
