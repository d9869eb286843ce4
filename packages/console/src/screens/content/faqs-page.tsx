import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Time } from '../../components/time.js';
import { useMay } from '../../session/profile.js';
import { type Faq, FaqDialog, RemoveFaq } from './faq-dialogs.js';

type Open = { readonly kind: 'edit'; readonly faq?: Faq } | { readonly kind: 'remove'; readonly faq: Faq };

export default function FaqsPage() {
  const mayCreate = useMay('helpControl.allowCreate');
  const mayModify = useMay('helpControl.allowModify');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <DataPage
        title="FAQs"
        actions={mayCreate && <Button onClick={() => setOpen({ kind: 'edit' })}>Add an FAQ</Button>}
        action="control_support_faq_fetch"
        filters={[{ name: 'category', label: 'Category' }]}
        input={({ category }) => (category ? { category } : {})}
        rowKey={({ marker }) => marker}
        empty="No FAQ here"
        columns={[
          {
            title: 'Question',
            width: '60%',
            render: (faq) => <Question faq={faq} />,
          },
          { title: 'Category', render: ({ category }) => category },
          {
            title: 'Ratings',
            render: ({ marker }) => (
              <ScreenLink to="/faqs/$faqId" params={{ faqId: marker }}>
                Ratings
              </ScreenLink>
            ),
          },
          { title: 'Since', render: ({ recorded }) => <Time at={recorded} /> },
          {
            title: 'Actions',
            render: (faq) =>
              mayModify && (
                <Button.Group>
                  <Button variant="default" size="xs" onClick={() => setOpen({ kind: 'edit', faq })}>
                    Edit
                  </Button>
                  <Button variant="default" size="xs" onClick={() => setOpen({ kind: 'remove', faq })}>
                    Remove
                  </Button>
                </Button.Group>
              ),
          },
        ]}
      />
      {open?.kind === 'edit' && <FaqDialog faq={open.faq} onClose={close} />}
      {open?.kind === 'remove' && <RemoveFaq faq={open.faq} onClose={close} />}
    </>
  );
}

function Question({ faq: { question, answer } }: { readonly faq: Faq }) {
  return (
    <>
      <Text size="sm" fw={600} className="wrap">
        {question}
      </Text>
      <Text size="sm" c="dimmed" fw={400} className="wrap" lineClamp={3}>
        {answer}
      </Text>
    </>
  );
}
