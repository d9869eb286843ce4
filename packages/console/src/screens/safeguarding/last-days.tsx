import { useOperation } from '../../api/use-operation.js';
import { Rows } from '../../components/data-table.js';
import { dayInWords } from '../../components/day.js';
import { addDays, todayInLagos } from '../../components/lagos-days.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';

const DAYS = 7;

/** How it was at the ends of the days before. */
export function LastDays() {
  const days = Array.from({ length: DAYS }, (_, index) => addDays(todayInLagos(), -1 - index));
  return (
    <Section title="The last days">
      <Rows
        rows={days}
        rowKey={(day) => day}
        columns={[
          {
            title: 'Day',
            render: (day) => (
              <ScreenLink to="/safeguarding" search={{ day }}>
                {dayInWords(day)}
              </ScreenLink>
            ),
          },
          { title: 'Surplus or shortfall', align: 'right', render: (day) => <Difference day={day} /> },
          { title: 'Covered', render: (day) => <Covered day={day} /> },
        ]}
      />
    </Section>
  );
}

function useDay(day: string) {
  return useOperation('control_safeguarding_fetch', { rqtp: 'day', rqvl: day }).data;
}

function Difference({ day }: { readonly day: string }) {
  const shown = useDay(day);
  return shown ? <Money value={shown.difference} /> : null;
}

function Covered({ day }: { readonly day: string }) {
  const shown = useDay(day);
  return shown ? <Status value={shown.covered ? 'right' : 'wrong'} /> : null;
}
