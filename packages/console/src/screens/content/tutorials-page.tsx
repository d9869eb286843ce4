import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useMay } from '../../session/profile.js';
import { TutorialDialog } from './tutorial-dialog.js';

export default function TutorialsPage() {
  const mayCreate = useMay('helpControl.allowCreate');
  const [isAdding, adding] = useDisclosure(false);
  return (
    <>
      <DataPage
        title="Tutorials"
        about="A new tutorial is a draft until you publish it. Search finds archived ones."
        actions={mayCreate && <Button onClick={adding.open}>Add a tutorial</Button>}
        action="support_tutorial_fetch"
        filters={[{ name: 'search', label: 'Words' }]}
        input={({ search }) => (search ? { search } : {})}
        rowKey={({ marker }) => marker}
        to={({ marker }) => ({ to: '/tutorials/$tutorialId', params: { tutorialId: marker } })}
        empty="No tutorial here"
        columns={[
          {
            title: 'Title',
            render: ({ marker, ttle }) => (
              <ScreenLink to="/tutorials/$tutorialId" params={{ tutorialId: marker }} fw={600}>
                {ttle}
              </ScreenLink>
            ),
          },
          { title: 'State', render: ({ status }) => <Status value={status} /> },
          { title: 'Since', render: ({ recorded }) => <Time at={recorded} /> },
        ]}
      />
      {isAdding && <TutorialDialog tutorial={undefined} onClose={adding.close} />}
    </>
  );
}
