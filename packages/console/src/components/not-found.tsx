import { SearchX } from 'lucide-react';
import { Notice } from './notice.js';

export function NotFound() {
  return (
    <Notice icon={SearchX} title="There is no such page">
      The address may be mistyped, or it belongs to another version.
    </Notice>
  );
}
