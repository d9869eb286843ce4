import '@mantine/charts/styles.css';
import { Text } from '@mantine/core';
import { AreaChart } from '@mantine/charts';
import { useOperation } from '../../api/use-operation.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { formatNaira } from '../../components/money.js';
import { Waiting } from '../../components/waiting.js';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The balance at the end of each of the last 90 days. */
export default function BalanceChart({ userId }: { readonly userId: string }) {
  const balances = useOperation('control_user_balance_fetch', { uxid: userId });
  if (balances.isPending) return <Waiting />;
  if (balances.error) return <ErrorNotice error={balances.error} retry={() => void balances.refetch()} />;
  if (balances.data.every(({ balance }) => balance === 0))
    return (
      <Text size="sm" c="dimmed">
        Empty for 90 days.
      </Text>
    );
  return (
    <AreaChart
      h={220}
      data={balances.data.map(({ day, balance }) => ({ at: DAY.format(Date.parse(day)), balance }))}
      dataKey="at"
      series={[{ name: 'balance', label: 'Balance', color: 'savanna.6' }]}
      curveType="stepAfter"
      withDots={false}
      valueFormatter={(value) => formatNaira(value)}
      yAxisProps={{ width: 90 }}
      xAxisProps={{ minTickGap: 40 }}
      aria-label="Balance over time"
      role="img"
    />
  );
}
