export interface AccountRecord {
  readonly id: string;
  readonly balance_kobo: number;
  readonly seq: number;
}

export interface HeadRecord {
  readonly batch_no: number;
  readonly hash: string;
  readonly recorded: number;
}

export interface RequestRecord {
  readonly scope: string;
  readonly action: string;
  readonly request_key: string;
  readonly digest: string;
  readonly state: 'pending' | 'answered' | 'refused';
  readonly answer: string | null;
  readonly subject: string | null;
  readonly journal_id: string | null;
  readonly writer: string;
  readonly recorded: number;
}
