import { Choice, Optional, Text } from '../../platform/http/input.decorators.js';

export class ReceiptInput {
  @Text() trid: string;
  @Optional() @Choice(['json', 'pdf'], { default: 'json' }) format: 'json' | 'pdf';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export class UserStatementInput {
  @Text() uxid: string;
  @Text({ pattern: DAY }) from: string;
  @Text({ pattern: DAY }) to: string;
  @Optional() @Choice(['csv', 'pdf'], { default: 'pdf' }) format: 'csv' | 'pdf';
}

export class WalletStatementInput {
  @Text({ pattern: DAY }) from: string;
  @Text({ pattern: DAY }) to: string;
  @Optional() @Choice(['csv', 'pdf'], { default: 'pdf' }) format: 'csv' | 'pdf';
}
