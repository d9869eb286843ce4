import { Button } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { DataPage } from '../../components/data-page.js';
import { ErrorLine } from '../../components/error-notice.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';

type State = 'pending' | 'approved' | 'rejected';

const STATES = ['pending', 'approved', 'rejected'].map((value) => ({ value, label: value }));

export default function FeedbackPage() {
  const decide = useAction('control_user_feedback_update', {
    done: ({ COMMENT }) => COMMENT,
    changes: ['control_user_trade_feedback'],
  });
  return (
    <>
      <DataPage
        title="Feedback"
        about="What people think of the service."
        action="control_user_trade_feedback"
        filters={[{ name: 'state', label: 'State', choices: STATES }]}
        input={({ state }) => (state ? { rqsx: state as State } : {})}
        rowKey={({ marker }) => marker}
        empty="No feedback here"
        columns={[
          { title: 'Message', width: '45%', render: ({ message }) => message },
          { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
          {
            title: 'User',
            render: ({ userid }) => <UserLink id={userid} />,
          },
          { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
          {
            title: 'Actions',
            render: ({ marker, status }) => (
              <Button.Group>
                {(['approved', 'rejected'] as const)
                  .filter((next) => next !== status)
                  .map((next) => (
                    <Button
                      key={next}
                      variant="default"
                      size="xs"
                      disabled={decide.isPending}
                      onClick={() => decide.mutate({ qxid: marker, status: next })}
                    >
                      {next === 'approved' ? 'Approve' : 'Reject'}
                    </Button>
                  ))}
              </Button.Group>
            ),
          },
        ]}
      />
      <ErrorLine error={decide.error} />
    </>
  );
}
