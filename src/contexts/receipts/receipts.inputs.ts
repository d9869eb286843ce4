import { Choice, Day, Optional, Text } from '../../platform/http/input.decorators.js';

export class ReceiptInput {
  @Text() trid: string;
  @Optional() @Choice(['json', 'pdf'], { default: 'json' }) format: 'json' | 'pdf';
}

export class UserStatementInput {
  @Text() uxid: string;
  @Day() from: string;
  @Day() to: string;
  @Optional() @Choice(['csv', 'pdf'], { default: 'pdf' }) format: 'csv' | 'pdf';
}

export class WalletStatementInput {
  @Day() from: string;
  @Day() to: string;
  @Optional() @Choice(['csv', 'pdf'], { default: 'pdf' }) format: 'csv' | 'pdf';
}
