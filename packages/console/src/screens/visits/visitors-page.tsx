import { Anchor } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { Time } from '../../components/time.js';

export default function VisitorsPage() {
  return (
    <DataPage
      title="Visitors"
      about={
        <>
          One entry for each address and day. Places by{' '}
          <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" size="sm" underline="always">
            IP geolocation by DB-IP
          </Anchor>
          .
        </>
      }
      action="other_visitor_log_fetch"
      input={() => ({})}
      rowKey={({ marker }) => marker}
      empty="No visitor yet"
      columns={[
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
        { title: 'Place', sort: 'country', render: ({ city, region, country }) => placeOf(city, region, country) },
        { title: 'Address', sort: 'ipaddx', render: ({ ipaddx }) => ipaddx },
        { title: 'Device', sort: 'dvname', render: ({ dvname, dvtype }) => `${dvname} ${dvtype}`.trim() },
        { title: 'Serial number', render: ({ dvserial }) => dvserial },
      ]}
    />
  );
}

function placeOf(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join(', ');
}
