import '@mantine/charts/styles.css';
import { Text } from '@mantine/core';
import { AreaChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { formatNaira } from '../../components/money.js';
import { Waiting } from '../../components/waiting.js';

/** The latest entries; every page of them is a read that is audited. */
const ENTRIES = 60;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Africa/Lagos' });

/** The balance after each of the latest movements. */
export default function BalanceChart({ userId }: { readonly userId: string }) {
  const balances = useQuery({ queryKey: ['control_user_wallet_history', 'chart', userId], queryFn: () => readBalances(userId) });
  if (balances.isPending) return <Waiting />;
  if (balances.error) return <ErrorNotice error={balances.error} retry={() => void balances.refetch()} />;
  if (balances.data.length < 2)
    return (
      <Text size="sm" c="dimmed">
        No movements yet.
      </Text>
    );
  return (
    <AreaChart
      h={220}
      data={balances.data}
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

async function readBalances(userId: string): Promise<{ at: string; balance: number }[]> {
  const found: { at: string; balance: number }[] = [];
  for await (const { recorded, balance } of client.items('control_user_wallet_history', { uxid: userId })) {
    found.push({ at: DAY.format(Number(recorded)), balance });
    if (found.length === ENTRIES) break;
  }
  return found.reverse();
}
