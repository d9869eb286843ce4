import { Badge } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';

export default function FaqRatingsPage() {
  const faqId = useAddressPart('faqId');
  return (
    <DataPage
      title="Ratings of an FAQ"
      actions={<ScreenLink to="/faqs">All FAQs</ScreenLink>}
      action="control_support_faq_ratings"
      input={() => ({ reqv: faqId })}
      rowKey={({ marker }) => marker}
      empty="Nobody has rated it"
      columns={[
        {
          title: 'Rating',
          sort: 'helpful',
          render: ({ helpful }) => (
            <Badge variant="light" tt="none" color={helpful ? 'green' : 'orange'}>
              {helpful ? 'helpful' : 'not helpful'}
            </Badge>
          ),
        },
        { title: 'Words', render: ({ feedback }) => feedback },
        {
          title: 'User',
          render: ({ userid }) => (
            <ScreenLink to="/users/$userId" params={{ userId: userid }}>
              {userid}
            </ScreenLink>
          ),
        },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}
