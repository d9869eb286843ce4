import type { ComponentType } from 'react';
import { House, type LucideIcon, Users } from 'lucide-react';
import type { Grant } from './session/profile.js';

export type Group = 'Work' | 'People' | 'Money' | 'Service' | 'Content' | 'Staff';

export interface Screen {
  readonly title: string;
  /** Without it the screen is not in the navigation; it is reached from others. */
  readonly place?: { readonly group: Group; readonly icon: LucideIcon };
  /** The permission of the operation that the screen shows; none is needed where it is undefined. */
  readonly needs?: Grant;
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Every screen by its address below /console, in the order of the navigation, with the permission that shows it. */
export const SCREENS = {
  '/': {
    title: 'Home',
    place: { group: 'Work', icon: House },
    load: () => import('./screens/home.js'),
  },
  '/users': {
    title: 'Users',
    place: { group: 'People', icon: Users },
    needs: 'userControl.getDataList',
    load: () => import('./screens/users/users-page.js'),
  },
  '/users/$userId': {
    title: 'User',
    needs: 'userControl.viewDetails',
    load: () => import('./screens/users/user-page.js'),
  },
} as const satisfies Readonly<Record<string, Screen>>;

export type ScreenPath = keyof typeof SCREENS;

type Parameters<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Parameters<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** The address of a screen. */
export type To<P extends ScreenPath = ScreenPath> = P extends ScreenPath
  ? {
      readonly to: P;
      readonly params?: Readonly<Record<Parameters<P>, string>>;
      readonly search?: Readonly<Record<string, string | undefined>>;
    }
  : never;
