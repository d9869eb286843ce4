import { Anchor, Group, Stack, Text, Title } from '@mantine/core';

interface TutorialPreviewProps {
  readonly ttle: string;
  readonly cntx: string;
  readonly vurl: string;
  readonly purl: string;
}

/** As apps show it, but video and picture as links: the console loads nothing from other hosts. */
export function TutorialPreview({ ttle, cntx, vurl, purl }: TutorialPreviewProps) {
  return (
    <Stack gap="sm">
      <Title order={2} className="wrap">
        {ttle || 'Without a title'}
      </Title>
      <Text className="wrap" style={{ whiteSpace: 'pre-wrap' }}>
        {cntx}
      </Text>
      <Group>
        <Outside address={vurl} label="Video" />
        <Outside address={purl} label="Picture" />
      </Group>
    </Stack>
  );
}

function Outside({ address, label }: { readonly address: string; readonly label: string }) {
  if (!/^https?:\/\//.test(address)) return null;
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
      {label}
    </Anchor>
  );
}
