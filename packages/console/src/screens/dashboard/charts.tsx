import '@mantine/charts/styles.css';
import type { ReactNode } from 'react';
import type { Data } from '@harmattan/client';
import { AreaChart, BarChart } from '@mantine/charts';
import { Card, SimpleGrid, Text } from '@mantine/core';
import { formatNaira } from '../../components/money.js';

type Period = Data<'control_dashboard_fetch'>['periods'][number];

interface ChartsProps {
  readonly periods: readonly Period[];
  /** As many, from the time before. */
  readonly before: readonly Period[];
}

const HEIGHT = 220;
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export default function Charts({ periods, before }: ChartsProps) {
  const rows = periods.map((period, place) => ({
    day: DAY.format(new Date(`${period.cxdate}T00:00:00Z`)),
    Volume: period.tradeVolume,
    'Volume before': before[place]?.tradeVolume ?? 0,
    Completed: period.tradeSuccess,
    'Not completed': period.tradeCounter - period.tradeSuccess,
    'Active customers': period.activeUsers,
    'New customers': period.newUsers,
  }));
  const shared = { h: HEIGHT, data: rows, dataKey: 'day', withLegend: true, valueFormatter: formatShort } as const;
  return (
    <SimpleGrid cols={{ base: 1, lg: 3 }}>
      <Frame title="Volume of completed purchases, Naira">
        <AreaChart
          {...shared}
          valueFormatter={formatNaira}
          yAxisProps={{ tickFormatter: formatShort }}
          curveType="monotone"
          withDots={false}
          series={[
            { name: 'Volume', color: 'savanna.6' },
            { name: 'Volume before', color: 'gray.5', strokeDasharray: '4 4' },
          ]}
        />
      </Frame>
      <Frame title="Purchases">
        <BarChart
          {...shared}
          type="stacked"
          series={[
            { name: 'Completed', color: 'savanna.6' },
            { name: 'Not completed', color: 'orange.6' },
          ]}
          yAxisProps={{ allowDecimals: false }}
        />
      </Frame>
      <Frame title="Customers">
        <AreaChart
          {...shared}
          curveType="monotone"
          withDots={false}
          series={[
            { name: 'Active customers', color: 'blue.6' },
            { name: 'New customers', color: 'grape.6' },
          ]}
          yAxisProps={{ allowDecimals: false }}
        />
      </Frame>
    </SimpleGrid>
  );
}

function formatShort(value: number): string {
  return SHORT.format(value);
}

function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder padding="sm" component="figure" m={0}>
      <Text component="figcaption" fw={600} size="sm" mb="sm">
        {title}
      </Text>
      {children}
    </Card>
  );
}
