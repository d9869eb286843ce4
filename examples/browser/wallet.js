import { HarmattanClient, sessionIn } from '@harmattan/client';

const show = (text) => document.getElementById('shown').append(`${text}\n`);
// Another service: http://127.0.0.1:5173/?service=https://api.example.com
const baseUrl = new URLSearchParams(location.search).get('service') ?? 'http://127.0.0.1:3000';

try {
  const client = new HarmattanClient({ baseUrl, session: sessionIn(localStorage) });
  if (!(await client.session()))
    await client.signIn('user_profile_create', {
      fsnm: 'Ada',
      lsnm: 'Obi',
      emal: `ada-${Date.now()}@example.com`,
      pswd: 'Harmattan-Wind-26',
      devt: 'Web',
      devs: 'example-page',
      devn: 'Example',
    });
  const { firstName, lastName } = await client.call('user_profile_get_info');
  show(`Signed in as ${firstName} ${lastName}`);
  show(`In the wallet: ${(await client.call('user_wallet_get_info')).balance} Naira`);
  const order = await client.call('user_deposit_order_create', { amount: 5000 });
  show(`Pay ${order.amount} to ${order.accountNumber} at ${order.bankName}`);
} catch (error) {
  show(error.message);
}
