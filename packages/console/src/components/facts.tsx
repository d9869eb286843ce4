import type { ReactNode } from 'react';
import { Box, SimpleGrid, Text } from '@mantine/core';

interface FactsProps {
  /** Left out where the value is empty. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  readonly columns?: number;
}

/** What is known of one thing, as labels with values. */
export function Facts({ facts, columns = 3 }: FactsProps) {
  const shown = facts.filter(([, value]) => value !== '' && value !== undefined && value !== null && value !== false);
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: columns }} spacing="md" verticalSpacing="sm" m={0}>
      {shown.map(([label, value]) => (
        <Box key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} size="sm" className="wrap">
            {value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}
