import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxToken, World } from '../../packages/harness/recording/world.js';
import { readCatalogue } from '../../src/platform/http/openapi/catalogue.js';
import { buildService } from '../support/service-process.js';

const root = resolve(import.meta.dirname, '../..');
const COLLECTION = 'docs/postman/harmattan.postman_collection.json';

interface Run {
  readonly run: {
    readonly failures: readonly { source?: { name: string }; error: { test?: string; message: string } }[];
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly response?: { readonly code: number; readonly stream: { readonly data: number[] } };
    }[];
  };
}

describe('Postman collection', () => {
  const reports = mkdtempSync(join(tmpdir(), 'newman-'));
  let world: World;

  beforeAll(async () => {
    await buildService();
    world = await World.start();
  });
  afterAll(async () => {
    await world.stop();
    rmSync(reports, { recursive: true });
  });

  it('runs in a fresh sandbox, and every operation answers as it was recorded', async () => {
    const { run } = await runCollection(world.variables);
    expect(failuresOf(run)).toEqual([]);
    for (const [action, [recording]] of Object.entries(readCatalogue().recordings.operations)) {
      if (recording?.data === undefined) continue;
      const answers = run.executions.filter(({ item, response }) => item.name === action && response?.code === 200);
      const fields = answers.map(({ response }) => {
        const { DATA } = JSON.parse(Buffer.from(response?.stream.data ?? []).toString()) as { DATA: object };
        return fieldsOf(DATA);
      });
      expect(fields, action).toContain(fieldsOf(recording.data as object));
    }
  });

  it('runs to its end without what only an operator knows, says what is missing, and leaves out what needs it', async () => {
    const { run, output } = await runCollection({ run: '-2' });
    expect(failuresOf(run)).toEqual([]);
    const sent = new Set(run.executions.filter(({ response }) => response).map(({ item }) => item.name));
    expect([...sent]).toEqual(expect.arrayContaining(['service_bill_payment', 'support_ticket_create', 'user_password_reset']));
    const needing = {
      adminRegistrationId: 'control_staff_profile_register',
      chidi_totp: 'control_staff_profile_login',
      reconciledDay: 'control_reconciliation_fetch',
      statementDay: 'control_statement_fetch',
      googleIdToken: 'user_google_login',
      sandboxWebhookSecret: 'webhook_receive',
    };
    for (const [name, action] of Object.entries(needing)) {
      expect(output).toContain(`${name} is not set, for`);
      expect(output).toContain(`${action} is left out`);
      expect(sent).not.toContain(action);
    }
  });

  async function runCollection(variables: object): Promise<Run & { output: string }> {
    const report = join(reports, 'newman.json');
    const given = Object.entries({ ...variables, baseUrl: world.origin, sandboxToken });
    const newman = [join(root, 'node_modules/newman/bin/newman.js'), 'run', COLLECTION];
    const set = given.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const reporting = ['--reporters', 'cli,json', '--reporter-json-export', report, '--suppress-exit-code'];
    const { stdout } = await promisify(execFile)(process.execPath, [...newman, ...set, ...reporting], { cwd: root });
    return { ...(JSON.parse(readFileSync(report, 'utf8')) as Run), output: stdout };
  }
});

function failuresOf(run: Run['run']): string[] {
  return run.failures.map(({ source, error }) => `${source?.name}: ${error.test ?? ''} ${error.message}`);
}

function fieldsOf(data: object): string {
  return Array.isArray(data) ? 'a list' : Object.keys(data).toSorted().join();
}
