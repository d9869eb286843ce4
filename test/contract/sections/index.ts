import type { Section } from '../support/section.js';
import { accounts } from './accounts.js';
import { administration } from './administration.js';
import { analytics } from './analytics.js';
import { files } from './files.js';
import { notifications } from './notifications.js';
import { services } from './services.js';
import { staff } from './staff.js';
import { support } from './support.js';
import { wallet } from './wallet.js';
import { webhooks } from './webhooks.js';

/** Every section of the documents. */
const SECTIONS: readonly Section[] = [
  accounts,
  wallet,
  services,
  files,
  notifications,
  staff,
  administration,
  analytics,
  webhooks,
  ...support,
];

const merged = <T>(maps: readonly Readonly<Record<string, T>>[]) => Object.assign({}, ...maps) as Readonly<Record<string, T>>;

export const CALLS = merged(SECTIONS.map(({ calls }) => calls));
export const LISTS = merged(SECTIONS.map(({ lists }) => lists));
export const RECIPES = merged(SECTIONS.map(({ recipes }) => recipes));
