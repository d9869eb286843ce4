import { notifications } from '@mantine/notifications';
import { CircleCheck, CircleX, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react';

/** How it went: it is done, it waits for somebody, nothing or not all of it was done, or it was refused. */
export type Tone = 'done' | 'waiting' | 'warning' | 'refused';

export interface Told {
  readonly message: string;
  readonly tone: Tone;
  readonly title?: string;
}

const TONES: Readonly<Record<Tone, { readonly color: string; readonly icon: LucideIcon; readonly ms: number }>> = {
  done: { color: 'green', icon: CircleCheck, ms: 4_000 },
  waiting: { color: 'blue', icon: Hourglass, ms: 6_000 },
  warning: { color: 'orange', icon: TriangleAlert, ms: 10_000 },
  refused: { color: 'red', icon: CircleX, ms: 10_000 },
};

/** Says for a moment how something went; what did not go as wished stays for longer. */
export function toast({ message, tone, title }: Told): void {
  const { color, icon: Icon, ms } = TONES[tone];
  notifications.show({ message, title, color, icon: <Icon size={18} aria-hidden />, autoClose: ms, 'data-tone': tone });
}

/** What is said of a proposal that was made. */
export const PROPOSED: Told = { message: 'Proposed. Another member of staff has to approve it.', tone: 'waiting' };

/** Of an answer that names the proposal of what waits; it names none where all of it is done. */
export function doneOrWaiting({ COMMENT: message, MKID }: { readonly COMMENT: string; readonly MKID: string }): Told {
  return { message, tone: MKID === '' ? 'done' : 'waiting' };
}
