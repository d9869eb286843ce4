import { describe, expect, it } from 'vitest';
import { ATTACKS, effectsIn, isShown } from './support/attacks.js';
import { theConsole } from './support/console.js';
import { inParts } from './support/in-parts.js';
import { Injection, type Place } from './support/injection.js';
import { goTo, settled } from './support/screens.js';

/** Fields that are no free text, with the ID by which they refuse every attack. */
const REFUSED = {
  'control_support_tutorial_create vurl': 'vurl_invalid',
  'control_support_tutorial_create purl': 'purl_invalid',
  'control_webhook_endpoint_create url': 'url_invalid',
  'control_staff_profile_create stemail': 'stemail_invalid',
  'control_staff_profile_create stphone': 'stphone_invalid',
  'control_test_user_create emal': 'emal_invalid',
  'control_test_user_create fsnm': 'fsnm_invalid',
  'control_user_modify fNme': 'fNme_invalid',
  'user_profile_update fNme': 'fNme_invalid',
  'core_contact_create flnm': 'flnm_invalid',
  'user_profile_create fsnm': 'fsnm_invalid',
  'core_contact_create emad': 'emad_invalid',
  'user_profile_create emal': 'emal_invalid',
  'service_airtime_purchase provider': 'provider_invalid',
};

function forEachAttack(id: string): Record<string, string> {
  return Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, id]));
}

/** Visits each place. @returns what attacks did there, and which are not shown as they were written */
async function visit(places: readonly Place[]): Promise<string[]> {
  const page = await theConsole().pageOf('Administrator', '/');
  await settled(page, 'Work queue');
  const faults: string[] = [];
  for (const { path, title, opens, texts } of places) {
    await goTo(page, { path, title });
    let shown = '';
    const look = async () => {
      const { done, text } = await effectsIn(page);
      faults.push(...done.map((what) => `${path}: ${what}`));
      shown += text;
    };
    await look();
    const buttons = opens === undefined ? [] : await page.getByRole('button', { name: opens, exact: true }).all();
    for (const button of buttons) {
      await button.click();
      await page.getByRole('dialog').waitFor();
      await look();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    faults.push(...[...texts].filter((text) => !isShown(shown, text)).map((text) => `${path}: does not show ${text}`));
  }
  return faults;
}

describe('console, injected markup', () => {
  it('is refused by its field or shown as text, on every screen that shows it', async () => {
    const injection = await Injection.begin();
    await injection.everything();
    expect(injection.refused).toEqual(
      Object.fromEntries(Object.entries(REFUSED).map(([field, id]) => [field, forEachAttack(id)])),
    );
    expect((await Promise.all(inParts(injection.places).map(visit))).flat()).toEqual([]);
  });
});
