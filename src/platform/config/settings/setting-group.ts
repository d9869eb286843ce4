import type { Environment } from '../environment.js';
import type { Setting } from './setting.js';

export interface SettingGroup {
  readonly title: string;
  readonly settings: Readonly<Partial<Record<keyof Environment, Setting>>>;
}
