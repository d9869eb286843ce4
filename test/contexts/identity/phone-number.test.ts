import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';

describe.each(BACKENDS)('phone number of a profile on %s', (backend) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp(backend);
  });
  afterAll(() => service.close());

  it('is kept in E.164 and unverified, and nonsense is refused', async () => {
    const as = await service.register();
    const update = (phoneNumber: unknown) => service.client.post('user_profile_update', { as, body: { phoneNumber } });
    const profile = async () => (await service.client.get('user_profile_get_info', { as })).body.DATA;
    for (const [given, kept] of [
      ['0803 123 4567', '+2348031234567'],
      ['234-803-123-4567', '+2348031234567'],
      ['+44 20 7946 0958', '+442079460958'],
    ] as const) {
      expect((await update(given)).body.REQUEST.STATUS).toBe('OK');
      expect(await profile()).toMatchObject({ phoneNumber: kept, phoneVerify: 'unverified', firstName: 'Ada' });
    }
    for (const nonsense of ['1', '0803123456', '+999123456789', 'call me', 8031234567, '1'.repeat(40)])
      expect((await update(nonsense)).body.ERRORS).toMatchObject({ CODE: 401, ID: 'phoneNumber_invalid' });
    expect(await profile()).toMatchObject({ phoneNumber: '+442079460958' });
  });
});
