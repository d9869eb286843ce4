import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { readCatalogue } from '../../src/platform/http/openapi/catalogue.js';
import { describeInterface, type OpenApiDocument } from '../../src/platform/http/openapi/document.js';
import { startApp, type TestApp } from '../support/app.js';

let service: TestApp;
let text: string;

beforeAll(async () => {
  service = await startApp('sqlite');
  text = JSON.stringify(describeInterface(service.app.get(OperationRegistry).all(), readCatalogue()));
});
afterAll(() => service.close());

describe('OpenAPI document', () => {
  it("passes Redocly's lint", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer }))).toEqual([]);
  });

  it("passes Spectral's lint", async () => {
    const linter = new spectral.Spectral();
    // Its declared type lacks the ruleset's fields.
    linter.setRuleset({ extends: [rulesets.oas as unknown as RulesetDefinition] });
    const problems = await linter.run(JSON.parse(text) as OpenApiDocument);
    expect(problems.map(({ code, message, path }) => ({ code, message, at: path.join('.') }))).toEqual([]);
  });
});
