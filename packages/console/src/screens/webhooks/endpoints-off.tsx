import { Alert, Stack } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useName } from '../../api/names.js';
import { ScreenLink } from '../../components/screen-link.js';

/** Endpoints that are off, to which a replay would fail again. @param partners ids of endpoints and names of providers */
export function EndpointsOff({ partners }: { readonly partners: readonly string[] }) {
  return (
    <Stack gap={4}>
      {[...new Set(partners)].map((partner) => (
        <Off key={partner} endpointId={partner} />
      ))}
    </Stack>
  );
}

function Off({ endpointId }: { readonly endpointId: string }) {
  const { data: endpoint } = useName('endpoint', endpointId);
  if (!endpoint || endpoint.status === 'active') return null;
  return (
    <Alert color="orange" icon={<TriangleAlert aria-hidden />} p="xs" role="status">
      <ScreenLink to="/webhook-endpoints/$endpointId" params={{ endpointId }} className="wrap">
        {endpoint.name}
      </ScreenLink>{' '}
      is off: what is replayed to it fails again. Edit it and switch it on first.
    </Alert>
  );
}
