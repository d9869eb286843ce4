import type { Step } from './step.js';

export const figures: readonly Step[] = [
  {
    action: 'ads_log_create',
    input: {
      adsxid: 'harmattan-sale',
      dvtype: 'Android',
      dvserial: 'R58M12ABCDE',
      dvname: 'Pixel 9',
      city: 'Lagos',
      country: 'Nigeria',
      source_id: 'banner',
    },
  },
  { action: 'ads_log_fetch', as: 'ada', until: () => true, first: ['an ad: `ads_log_create`'] },
  { action: 'visitor_log_create', input: { dvnm: 'Pixel 9', dvty: 'Android', dsnm: 'R58M12ABCDE' } },
  { action: 'visitor_log_fetch', as: 'ada', until: () => true, first: ['a visitor: `visitor_log_create`'] },
  { action: 'other_visitor_log_fetch', as: 'chidi', until: () => true, first: ['a visitor: `visitor_log_create`'] },
  {
    action: 'control_statistic_data_fetch',
    as: 'chidi',
    input: { rqtp: 'monthly_stats' },
    title: 'monthly_stats',
    until: (data) => Array.isArray(data) && data.length > 0,
    first: ['something that was counted'],
  },
  ...['active_users', 'trade_volume', 'new_users', 'trade_country', 'weekly_stats', 'active_order'].map((kind): Step => ({
    action: 'control_statistic_data_fetch',
    as: 'chidi',
    input: { rqtp: kind },
    title: kind,
    until: () => true,
  })),
  { action: 'tp_daily_statistics', as: 'chidi', until: () => true, first: ['something that was counted'] },
  { action: 'app_weekly_statistics_latest', as: 'chidi', until: () => true, first: ['something that was counted'] },
  // A payment that its bank takes back before anybody had it: nobody owes it, so that its log is for staff to close.
  { sandbox: 'pay', method: 'POST', query: { account: '9900000001', amount: '900' }, name: 'Pay into another such account' },
  { sandbox: 'reverse', method: 'POST', query: { account: '9900000001' }, name: 'Take that back' },
  {
    action: 'other_system_log_fetch',
    as: 'chidi',
    input: { rqtp: 'all' },
    until: (data) => ('result' in data ? data.result : []).some(({ descrpt }) => descrpt.includes('which was in suspense')),
    keep: {
      log: (data) =>
        ('result' in data ? data.result : []).find(({ descrpt }) => descrpt.includes('which was in suspense'))!.marker,
    },
    first: ['a system log, as a payment writes one that was in suspense when its bank took it back'],
  },
  { action: 'other_system_log_resolve', as: 'chidi', input: { reqv: '{{log}}', status: 'resolved', note: 'Looked at it' } },
];
