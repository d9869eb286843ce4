import { DatePickerInput, type DatesRangeValue } from '@mantine/dates';
import { addDays, monthAround, todayInLagos, weekAround } from './lagos-days.js';
import { useAddressSearch } from './use-address.js';

/** From which day in Lagos to which, in the address as `from` and `to`. */
export function DaysFilter() {
  const [{ from, to }, change] = useAddressSearch();
  const today = todayInLagos();
  const thisMonth = monthAround(today);
  const presets: { value: [string, string]; label: string }[] = [
    { value: [today, today], label: 'Today' },
    { value: [addDays(today, -1), addDays(today, -1)], label: 'Yesterday' },
    { value: [addDays(today, -6), today], label: 'Last 7 days' },
    { value: weekAround(addDays(today, -7)), label: 'Last week' },
    { value: [addDays(today, -29), today], label: 'Last 30 days' },
    { value: [thisMonth[0], today], label: 'This month' },
    { value: monthAround(addDays(thisMonth[0], -1)), label: 'Last month' },
  ];
  const set = ([first, last]: DatesRangeValue<string>) => {
    // The second day is still to be chosen.
    if ((first === null) !== (last === null)) return;
    change({ from: first ?? undefined, to: last ?? undefined });
  };
  return (
    <DatePickerInput
      key={`${from} ${to}`}
      size="xs"
      type="range"
      label="Days"
      placeholder="All"
      defaultValue={[from ?? null, to ?? null]}
      onChange={set}
      presets={presets}
      maxDate={today}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': 'All days' }}
      w={{ base: '100%', xs: 250 }}
    />
  );
}
