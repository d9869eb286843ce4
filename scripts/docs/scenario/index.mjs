import { accounts } from './accounts.mjs';
import { endings } from './endings.mjs';
import { figures } from './figures.mjs';
import { files } from './files.mjs';
import { paying, wallet } from './money.mjs';
import { office, users } from './office.mjs';
import { staff } from './staff.mjs';
import { support } from './support.mjs';
import { webhooks } from './webhooks.mjs';

/** In the order in which they are recorded, and sent from the Postman collection. */
export const scenario = [
  ['Accounts', 'Ada and Bayo register, sign in, and prove their addresses.', accounts],
  ['Wallet', 'Ada funds the wallet and sends money to Bayo.', wallet],
  ['Paying', 'Ada buys airtime and electricity.', paying],
  ['Files', 'Ada uploads a file.', files],
  ['Staff', 'Chidi registers as the first administrator and invites others.', staff],
  ['Support', 'Questions, tickets and lessons, asked by users and answered by staff.', support],
  ['Users', 'What staff see and do of users.', users],
  ['Money of others', 'Suspense, undecided purchases, tariffs and providers: proposed by one, decided by another.', office],
  ['Figures and logs', 'Visitors, statistics and system logs.', figures],
  ['Webhooks', 'Endpoints, attempts and their repetition; and what a provider sends.', webhooks],
  ['Endings', 'What ends a session, a password or an account, of a user of its own.', endings],
].map(([name, description, steps]) => ({ name, description, steps }));
