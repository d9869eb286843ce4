import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Needs } from './session/profile.js';

export type Group = 'Work' | 'People' | 'Money' | 'Service' | 'Content' | 'Staff';

export interface Screen {
  readonly title: string;
  /** Without it the screen is not in the navigation; it is reached from others. */
  readonly place?: {
    readonly group: Group;
    readonly icon: LucideIcon;
    /** Kind of the work queue whose number stands beside it. */
    readonly counts?: string;
  };
  /** The permission of the operation that the screen shows; none is needed where it is undefined. */
  readonly needs?: Needs;
  readonly load: () => Promise<{ default: ComponentType }>;
}
