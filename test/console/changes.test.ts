import { useConsole } from './support/console.js';
import './webhooks.cases.js';
import './content.cases.js';
import './providers.cases.js';
import './staff.cases.js';
import './identities.cases.js';
import './forms.cases.js';
import './stories.cases.js';
import './cases.cases.js';
import './passkeys.cases.js';
import './injection.cases.js';
import './slow.cases.js';

useConsole();
