import { accounts } from './accounts.js';
import { endings } from './endings.js';
import { figures } from './figures.js';
import { files } from './files.js';
import { paying, wallet } from './money.js';
import { office } from './office.js';
import { staff } from './staff.js';
import type { Step } from './step.js';
import { support } from './support.js';
import { users } from './users.js';
import { webhooks } from './webhooks.js';

export interface Chapter {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly Step[];
}

/** In the order in which they are recorded, and sent from the Postman collection. */
export const scenario: readonly Chapter[] = [
  { name: 'Accounts', description: 'Ada and Bayo register, sign in, and prove their addresses.', steps: accounts },
  { name: 'Wallet', description: 'Ada funds the wallet and sends money to Bayo.', steps: wallet },
  { name: 'Paying', description: 'Ada buys airtime and electricity.', steps: paying },
  { name: 'Files', description: 'Ada uploads a file.', steps: files },
  { name: 'Staff', description: 'Chidi registers as the first administrator and invites others.', steps: staff },
  { name: 'Support', description: 'Questions, tickets and lessons, asked by users and answered by staff.', steps: support },
  { name: 'Users', description: 'What staff see and do of users.', steps: users },
  {
    name: 'Money of others',
    description: 'Suspense, undecided purchases, tariffs and providers: proposed by one, decided by another.',
    steps: office,
  },
  { name: 'Figures and logs', description: 'Visitors, statistics and system logs.', steps: figures },
  { name: 'Webhooks', description: 'Endpoints, attempts and their repetition; and what a provider sends.', steps: webhooks },
  {
    name: 'Endings',
    description: 'What ends a session, a password or an account, of a user of its own.',
    steps: endings,
  },
];
