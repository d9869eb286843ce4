import { type HarmattanClient, HarmattanClient as Client } from '../../../packages/client/src/index.js';

const DEVICE = { dvty: 'Android', dsnm: 'phone-1', dvnm: 'Tecno Camon 30' };

/** What the demonstration has none of. @param administrator a client that is signed in as one */
export async function addFurtherRecords(baseUrl: string, administrator: HarmattanClient): Promise<void> {
  const visitor = new Client({ baseUrl });
  const [faq] = (await visitor.page('control_support_faq_fetch', {})).items;
  const person = { fsnm: 'Zainab', lsnm: 'Bello', emal: 'zainab@demo.example', pswd: 'Harmattan-Wind-28' };
  await visitor.signIn('user_profile_create', { ...person, devt: 'Android', devs: 'phone-1', devn: 'Tecno Camon 30' });
  await Promise.all([
    visitor.call('support_faq_rating', { faq_id: faq!.marker, helpful: true, feedback: 'Short and right' }),
    visitor.call('visitor_log_create', DEVICE),
    visitor.call('ads_log_create', {
      adsxid: 'rainy-season',
      dvtype: 'Android',
      dvserial: 'phone-1',
      city: 'Jos',
      country: 'NG',
    }),
    visitor.call('app_feedback_create', { ...DEVICE, mesg: 'The app is quick, also on a slow network.' }),
    visitor.upload({ fileName: 'meter card.txt', content: Buffer.from('45021230007'), contentType: 'text/plain' }),
    administrator.call('control_support_tutorial_create', {
      ttle: 'How to read a token',
      cntx: 'A token has twenty digits.\nType them into your meter.',
      vurl: 'https://video.example/tokens',
      purl: 'https://video.example/tokens.png',
    }),
    administrator.call('control_test_user_create', {
      fsnm: 'Uche',
      lsnm: 'Test',
      emal: 'uche.test@demo.example',
      pswd: 'Harmattan-Wind-29',
      devt: 'Web',
      devs: 'test-1',
    }),
  ]);
}
