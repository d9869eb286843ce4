import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { 'x-operation': Facts }>>>>;
}

interface Facts {
  readonly access: 'none' | 'signed' | 'admin';
  readonly permission: string | null;
  readonly orPermission?: string;
  readonly ownPermissions?: readonly string[];
}

export interface SentCall {
  readonly action: string;
  readonly input: Readonly<Record<string, string>>;
}

const extensions = resolve(import.meta.dirname, '../../../src/interface/extensions.json');
const { permissions } = JSON.parse(readFileSync(extensions, 'utf8')) as { permissions: Readonly<Record<string, string>> };

/** Which permission a call needs. */
export class Catalogue {
  private constructor(private readonly operations: ReadonlyMap<string, Facts>) {}

  /** Asks the running service. */
  static async read(url: string): Promise<Catalogue> {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Described;
    const operations = Object.entries(paths).map(
      ([path, methods]) => [path.slice(1), Object.values(methods)[0]!['x-operation']] as const,
    );
    return new Catalogue(new Map(operations));
  }

  has(action: string): boolean {
    return this.operations.has(action);
  }

  /** Whether the service itself refuses it to staff without the permission. */
  isForStaff({ action }: SentCall): boolean {
    return this.operations.get(action)!.access === 'admin';
  }

  /** Each lets in as well, some to what the caller made alone. */
  otherPermissionsOf({ action }: SentCall): readonly string[] {
    const { orPermission, ownPermissions = [] } = this.operations.get(action)!;
    return orPermission === undefined ? ownPermissions : [orPermission, ...ownPermissions];
  }

  /** That of the operation, unless a parameter needs another, or one is needed to see everything in an open one. */
  permissionOf({ action, input }: SentCall): string | undefined {
    const described = Object.entries(permissions).flatMap(([permission, text]) =>
      [...text.matchAll(/`(\w+)`(?: with `(\w+))?/g)].map(([, name, parameter]) => ({ permission, name, parameter })),
    );
    const ofAction = described.filter(({ name }) => name === action);
    const ofParameter = ofAction.find(({ parameter }) => parameter !== undefined && parameter in input && parameter !== 'rqtp');
    const ofAll = ofAction.find(({ parameter }) => parameter === undefined);
    return ofParameter?.permission ?? this.operations.get(action)!.permission ?? ofAll?.permission;
  }
}
