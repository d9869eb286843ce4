import 'reflect-metadata';

/** Description of a variable of the environment; `docs/settings.md` and `.env.example` are made of these. */
export interface Setting {
  readonly meaning: string;
  /** The behaviour if it is not set and no value says it. */
  readonly unset?: string;
  /** Form of a value that the schema knows only as text. */
  readonly form?: string;
  readonly example?: string;
  /** Credentials, codes or data of customers are sent there: https in production, but to this machine where that is allowed. */
  readonly needsHttps?: true;
}

const DESCRIBED = Symbol('what the variables of a room are for');

/**
 * The settings of one room: each property is a variable of the environment, decorated with `@Described` and its checks and initialised
 * with its default; getters and methods say it in the units of the code. The root lists the classes in `room-settings.ts`.
 */
export abstract class RoomSettings {
  /** Rules between variables, and those of production: a sentence for each that is broken. Variables may be invalid, as they were given. */
  faults(_production: boolean): readonly string[] {
    return [];
  }
}

export type RoomSettingsType = new () => RoomSettings;

interface DescribedVariable extends Setting {
  /** The section of docs/settings.md. */
  readonly title: string;
}

/** Describes the variable under this title of docs/settings.md. */
export function Described(title: string, setting: Setting): PropertyDecorator {
  return (target, name) => {
    const before = describedOf(target.constructor as RoomSettingsType);
    Reflect.defineMetadata(DESCRIBED, { ...before, [name]: { ...setting, title } }, target.constructor);
  };
}

export function describedOf(type: RoomSettingsType): Readonly<Record<string, DescribedVariable>> {
  return (Reflect.getMetadata(DESCRIBED, type) as Record<string, DescribedVariable> | undefined) ?? {};
}
