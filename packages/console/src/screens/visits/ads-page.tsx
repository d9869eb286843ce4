import { DataPage } from '../../components/data-page.js';
import { Time } from '../../components/time.js';

export default function AdsPage() {
  return (
    <DataPage
      title="Ads"
      about="Views of ads, with place."
      action="ads_log_fetch"
      input={() => ({})}
      rowKey={({ marker }) => marker}
      empty="No ad was seen yet"
      columns={[
        { title: 'Ad', render: ({ adsxid }) => adsxid },
        { title: 'Shown at', render: ({ source_id: source }) => source },
        { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
        { title: 'Place', render: ({ city, country }) => [city, country].filter((name) => name !== '').join(', ') },
        { title: 'Device', render: ({ dvname, dvtype }) => `${dvname} ${dvtype}`.trim() },
        { title: 'Serial number', render: ({ dvserial }) => dvserial },
      ]}
    />
  );
}
