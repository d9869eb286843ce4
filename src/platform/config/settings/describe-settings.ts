import { getMetadataStorage } from 'class-validator';
import { PROVIDER_LISTS, type ProviderManifest, type ProviderSetting } from '../../providers/provider-manifest.js';
import { Environment } from '../environment.js';
import { BUSINESS_SETTINGS } from './business-settings.js';
import { MESSAGE_SETTINGS } from './message-settings.js';
import { PROCESS_SETTINGS } from './process-settings.js';
import { PROVIDER_SETTINGS } from './provider-settings.js';
import type { Setting } from './setting.js';
import type { SettingGroup } from './setting-group.js';

/** A variable of the environment as operators read of it; texts are Markdown. */
export interface DescribedSetting {
  readonly name: string;
  /** What holds where it is not set. */
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

/** Defaults and forms are those that the schema checks. @param manifests of the providers that there are */
export function describeSettings(manifests: readonly ProviderManifest[]): DescribedGroup[] {
  const own = (groups: readonly SettingGroup[]) =>
    groups.map(({ title, settings }) => ({ title, settings: described({ ...settings }, Environment, formsOfLists(manifests)) }));
  const withVariables = manifests.filter(({ settings }) => Object.keys(settings).length > 0);
  return [
    ...own([...PROCESS_SETTINGS, ...MESSAGE_SETTINGS, ...PROVIDER_SETTINGS]),
    ...withVariables.map(describeProvider),
    ...own(BUSINESS_SETTINGS),
  ];
}

function describeProvider({ name, kind, title, settings, variables }: ProviderManifest): DescribedGroup {
  const required = `required where \`${PROVIDER_LISTS[kind]}\` names \`${name}\``;
  const texts = Object.entries<ProviderSetting>({ ...settings }).map(
    ([variable, setting]) => [variable, setting.isRequired ? { unset: required, ...setting } : setting] as const,
  );
  return { title, settings: described(Object.fromEntries(texts), variables, {}) };
}

/** By the variable that names providers of a kind. */
function formsOfLists(manifests: readonly ProviderManifest[]): Record<string, string> {
  const forms = Object.entries(PROVIDER_LISTS).map(([kind, list]) => {
    const names = manifests.filter((manifest) => manifest.kind === kind).map(({ name }) => `\`${name}\``);
    return [list, `of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, separated by commas`];
  });
  return Object.fromEntries(forms) as Record<string, string>;
}

/** @param schema the class whose checks say what may be set */
function described(
  settings: Readonly<Record<string, Setting>>,
  schema: new () => object,
  forms: Readonly<Record<string, string>>,
): DescribedSetting[] {
  const defaults = new schema();
  const rules = rulesByName(schema);
  return Object.entries(settings).map(([name, { meaning, unset, form, example }]) => {
    const value = Reflect.get(defaults, name) as string | number | undefined;
    return {
      name,
      default: unset ?? `\`${String(value)}\``,
      form: form ?? forms[name] ?? formOf(name, rules.get(name) ?? new Map()),
      meaning,
      example: example ?? String(value ?? ''),
    };
  });
}

type Rules = ReadonlyMap<string, { readonly constraints: readonly unknown[]; readonly message: string }>;

function rulesByName(schema: new () => object): Map<string, Rules> {
  const byName = new Map<string, Map<string, { constraints: readonly unknown[]; message: string }>>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(schema, '', false, false)) {
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
  if (message === undefined) throw new Error(`${name} has no form: give it one where its meaning is`);
  return message.split(' must be ')[1]!.replaceAll('<', '\\<');
}

function range(rules: Rules): string {
  const [least, most] = ['min', 'max'].map((name) => rules.get(name)?.constraints[0] as number | undefined);
  return most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
}
