import { getMetadataStorage } from 'class-validator';
import { PROVIDER_LISTS, type ProviderManifest, type ProviderSetting } from '../providers/provider-manifest.js';
import { type KnownSettings, PLATFORM_SETTINGS } from './platform-settings.js';
import { describedOf, type RoomSettingsType, type Setting } from './room-settings.js';

/** A variable of the environment as operators read of it; texts are Markdown. */
export interface DescribedSetting {
  readonly name: string;
  /** The value if it is not set. */
  readonly default: string;
  readonly form: string;
  readonly meaning: string;
  /** The default, or one that shows the form; empty for secrets. */
  readonly example: string;
}

export interface DescribedGroup {
  readonly title: string;
  readonly settings: readonly DescribedSetting[];
}

/** Settings of the platform, providers and rooms, together under their titles. Defaults and forms are those that are checked. */
export function describeSettings({ rooms, manifests }: KnownSettings): DescribedGroup[] {
  const forms = formsOfLists(manifests);
  const groups = new Map<string, DescribedSetting[]>();
  const describe = (type: new () => object, title: string, settings: Readonly<Record<string, Setting>>) => {
    const rules = rulesOf(type);
    const defaults = new type() as Readonly<Record<string, Default>>;
    const described = Object.entries(settings).map(([name, setting]) =>
      describeSetting(
        name,
        { ...(forms[name] && { form: forms[name] }), ...setting },
        defaults[name],
        rules.get(name) ?? new Map(),
      ),
    );
    groups.set(title, [...(groups.get(title) ?? []), ...described]);
  };
  const describeRoom = (room: RoomSettingsType) => {
    for (const [name, { title, ...setting }] of Object.entries(describedOf(room))) describe(room, title, { [name]: setting });
  };
  rooms.filter((room) => PLATFORM_SETTINGS.includes(room)).forEach(describeRoom);
  for (const manifest of manifests.filter(({ settings }) => Object.keys(settings).length > 0))
    describe(manifest.variables, manifest.title, describedIn(manifest, manifests));
  rooms.filter((room) => !PLATFORM_SETTINGS.includes(room)).forEach(describeRoom);
  return [...groups].map(([title, settings]) => ({ title, settings }));
}

/** Settings of a manifest; one that several kinds of a provider share is described with the first of them. */
function describedIn(manifest: ProviderManifest, manifests: readonly ProviderManifest[]): Record<string, Setting> {
  const ofProvider = manifests.filter(({ name }) => name === manifest.name);
  const described = Object.entries<ProviderSetting>({ ...manifest.settings }).filter(
    ([variable]) => ofProvider.find(({ settings }) => variable in settings) === manifest,
  );
  return Object.fromEntries(
    described.map(([variable, setting]) => {
      if (!setting.isRequired) return [variable, setting];
      const lists = ofProvider.filter(({ settings }) => variable in settings).map(({ kind }) => `\`${PROVIDER_LISTS[kind]}\``);
      return [variable, { unset: `required where ${lists.join(' or ')} names \`${manifest.name}\``, ...setting }];
    }),
  );
}

/** Forms of the variables that name providers of a kind. */
function formsOfLists(manifests: readonly ProviderManifest[]): Readonly<Record<string, string>> {
  const forms = Object.entries(PROVIDER_LISTS).map(([kind, list]) => {
    const names = manifests.filter((manifest) => manifest.kind === kind).map(({ name }) => `\`${name}\``);
    return [list, `of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, separated by commas`];
  });
  return Object.fromEntries(forms) as Record<string, string>;
}

function describeSetting(name: string, setting: Setting, value: Default, rules: Rules): DescribedSetting {
  const { meaning, unset, form, example } = setting;
  return {
    name,
    default: unset ?? `\`${value}\``,
    form: form ?? formOf(name, rules),
    meaning,
    example: example ?? String(value ?? ''),
  };
}

type Default = string | number | undefined;
type Rules = ReadonlyMap<string, { readonly constraints: readonly unknown[]; readonly message: string }>;

function rulesOf(type: new () => object): Map<string, Rules> {
  const byName = new Map<string, Map<string, { constraints: readonly unknown[]; message: string }>>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const rules = byName.get(rule.propertyName) ?? new Map();
    byName.set(
      rule.propertyName,
      rules.set(rule.name ?? rule.type, { constraints: rule.constraints, message: String(rule.message) }),
    );
  }
  return byName;
}

function formOf(name: string, rules: Rules): string {
  const among = rules.get('isIn')?.constraints[0] as readonly string[] | undefined;
  if (among) return `one of ${among.map((value) => `\`${value}\``).join(', ')}`;
  if (rules.has('isInt')) return `a whole number${range(rules)}`;
  if (rules.has('isNumber')) return `a number${range(rules)}`;
  const shortest = rules.get('minLength')?.constraints[0] as number | undefined;
  if (shortest !== undefined) return `${shortest} characters or more`;
  const message = [...rules.values()].map((rule) => rule.message).find((text) => text.includes(' must be '));
  if (message === undefined) throw new Error(`${name} has no form: give it one where it is described`);
  return message.split(' must be ')[1]!.replaceAll('<', '\\<');
}

function range(rules: Rules): string {
  const [least, most] = ['min', 'max'].map((name) => rules.get(name)?.constraints[0] as number | undefined);
  return most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
}
