import type { ComponentType } from 'react';
import { Code } from '@mantine/core';
import { OperationTable } from '../../components/data-page.js';
import { formatNaira, Money } from '../../components/money.js';
import { Named } from '../../components/named.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';
import type { Grant } from '../../session/profile.js';
import { Change } from '../audit/change.js';
import { JournalLink } from '../ledger/journal-link.js';
import { UserDevices } from './user-devices.js';
import { UserPayees } from './user-payees.js';

interface TabProps {
  readonly userId: string;
}

interface UserTab {
  readonly id: string;
  readonly title: string;
  readonly needs: Grant;
  readonly Content: ComponentType<TabProps>;
}

function Wallet({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_wallet_history"
      input={() => ({ uxid: userId })}
      rowKey={({ marker }) => marker}
      empty="Nothing has moved in this wallet"
      columns={[
        { title: 'What', render: ({ pxnote, pxtype }) => pxnote || pxtype.replaceAll('_', ' ') },
        { title: 'Amount', align: 'right', render: ({ amount }) => <Money value={amount} isSigned /> },
        { title: 'Balance', align: 'right', render: ({ balance }) => <Money value={balance} /> },
        { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
        { title: 'Journal', render: ({ journal }) => <JournalLink id={journal} /> },
      ]}
    />
  );
}

function Deposits({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_wallet_deposit"
      input={() => ({ rqtp: 'user', rqvl: userId })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/deposits/$marker', params: { marker } })}
      empty="No deposit was ordered"
      columns={[
        {
          title: 'Account',
          render: ({ marker, ax_number: number }) => (
            <ScreenLink to="/deposits/$marker" params={{ marker }} fw={600}>
              {number || marker}
            </ScreenLink>
          ),
        },
        { title: 'Bank', sort: 'ax_bank', render: ({ ax_bank: bank }) => bank },
        { title: 'Ordered', sort: 'ax_amount', align: 'right', render: ({ ax_amount: amount }) => <Money value={amount} /> },
        {
          title: 'Received',
          sort: 'ax_received',
          align: 'right',
          render: ({ ax_received: amount }) => amount > 0 && <Money value={amount} />,
        },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

function Transfers({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_wallet_transfer"
      input={() => ({ uxid: userId })}
      rowKey={({ marker }) => marker}
      empty="No transfer was sent or received"
      columns={[
        { title: 'Direction', render: ({ userid }) => (userid === userId ? 'Sent' : 'Received') },
        { title: 'Other side', render: ({ userid, receiver }) => <UserLink id={userid === userId ? receiver : userid} /> },
        {
          title: 'Amount',
          align: 'right',
          render: ({ userid, amount }) => <Money value={userid === userId ? -amount : amount} isSigned />,
        },
        { title: 'Charges to the sender', render: ({ charges }) => chargesInWords(charges) },
        { title: 'Note', render: ({ rqnote }) => rqnote },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

function chargesInWords(charges: readonly { readonly name: string; readonly amount: number }[]): string {
  return charges.map(({ name, amount }) => `${name} ${formatNaira(amount)}`).join(', ');
}

function Purchases({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_trade_history"
      input={() => ({ uxid: userId })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/purchases/$marker', params: { marker } })}
      empty="Nothing was bought"
      columns={[
        {
          title: 'Item',
          sort: 'biller_name',
          render: ({ marker, biller_name: biller, biller_item: item }) => (
            <ScreenLink to="/purchases/$marker" params={{ marker }} fw={600}>
              {`${biller} ${item}`}
            </ScreenLink>
          ),
        },
        { title: 'For', render: ({ customer_id: customer }) => customer },
        { title: 'Amount', sort: 'tx_amount', align: 'right', render: ({ tx_amount: amount }) => <Money value={amount} /> },
        { title: 'Charges', render: ({ charges }) => chargesInWords(charges) },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

function Payouts({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_payout_fetch"
      input={() => ({ rqtp: 'user', rqvl: userId })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/payouts/$marker', params: { marker } })}
      empty="Nothing was sent to a bank"
      columns={[
        {
          title: 'To',
          sort: 'name',
          render: ({ marker, name }) => (
            <ScreenLink to="/payouts/$marker" params={{ marker }} fw={600}>
              {name}
            </ScreenLink>
          ),
        },
        { title: 'Bank', sort: 'bank', render: ({ bank }) => bank },
        { title: 'Account', render: ({ account }) => account },
        { title: 'Amount', sort: 'amount', align: 'right', render: ({ amount }) => <Money value={amount} /> },
        { title: 'Charges', render: ({ charges }) => chargesInWords(charges) },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

function Logins({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_login_history"
      input={() => ({ uxid: userId })}
      rowKey={({ marker }) => marker}
      empty="Nobody has tried to sign in"
      columns={[
        { title: 'Outcome', sort: 'outcome', render: ({ outcome }) => <Status value={outcome} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
        { title: 'Place', sort: 'country', render: ({ city, country }) => [city, country].filter(Boolean).join(', ') },
        { title: 'Address', sort: 'ip', render: ({ ip }) => <Reference value={ip} /> },
        { title: 'Device', sort: 'devname', render: ({ devname, devType }) => [devname, devType].filter(Boolean).join(' · ') },
        { title: 'Serial number', render: ({ devNumr }) => (devNumr ? <Code>{devNumr}</Code> : null) },
      ]}
    />
  );
}

function Notices({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_notice_history"
      input={() => ({ rqux: userId })}
      rowKey={({ marker }) => marker}
      empty="No notice was sent"
      columns={[
        { title: 'Subject', render: ({ subject }) => subject },
        { title: 'Message', render: ({ message }) => <span className="wrap">{message}</span> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} />, width: 170 },
      ]}
    />
  );
}

function Tickets({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_support_ticket_fetch"
      input={() => ({ uxid: userId })}
      rowKey={({ ticket_id: id }) => id}
      to={({ ticket_id: ticketId }) => ({ to: '/tickets/$ticketId', params: { ticketId } })}
      empty="No ticket was opened"
      columns={[
        {
          title: 'Subject',
          render: ({ ticket_id: ticketId, subject }) => (
            <ScreenLink to="/tickets/$ticketId" params={{ ticketId }} fw={600}>
              {subject}
            </ScreenLink>
          ),
        },
        { title: 'Number', render: ({ reference_number: number }) => number },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'Changed', sort: 'updated_at', render: ({ updated_at: at }) => <Time at={at} isRelative /> },
      ]}
    />
  );
}

function Files({ userId }: TabProps) {
  return (
    <OperationTable
      action="core_file_fetch"
      input={() => ({ rqtp: 'owner', rqvl: userId })}
      rowKey={({ marker }) => marker}
      empty="No file was uploaded"
      columns={[
        { title: 'Name', render: ({ fileName }) => fileName },
        { title: 'Type', render: ({ fileMime }) => fileMime },
        { title: 'Size', align: 'right', render: ({ fileSize }) => `${Math.ceil(fileSize / 1000)} KB` },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
        { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

function Audit({ userId }: TabProps) {
  return (
    <OperationTable
      action="control_user_audit_fetch"
      input={() => ({ uxid: userId })}
      rowKey={({ marker }) => marker}
      empty="No member of staff has looked or changed anything"
      columns={[
        { title: 'What', render: ({ what }) => what },
        { title: 'Who', render: ({ actor }) => <Named kind="staff" id={actor} /> },
        { title: 'Change', render: (record) => <Change before={record.before} after={record.after} /> },
        { title: 'From', render: ({ ip }) => ip },
        { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

/** The parts of a user, each with the permission of its operation. */
export const USER_TABS: readonly UserTab[] = [
  { id: 'wallet', title: 'Wallet', needs: 'userControl.viewHistory', Content: Wallet },
  { id: 'deposits', title: 'Deposits', needs: 'userControl.transaction', Content: Deposits },
  { id: 'transfers', title: 'Transfers', needs: 'userControl.transaction', Content: Transfers },
  { id: 'purchases', title: 'Purchases', needs: 'userControl.viewHistory', Content: Purchases },
  { id: 'payouts', title: 'Payouts', needs: 'userControl.transaction', Content: Payouts },
  { id: 'payees', title: 'Payees', needs: 'userControl.viewDetails', Content: UserPayees },
  { id: 'devices', title: 'Devices', needs: 'userControl.viewHistory', Content: UserDevices },
  { id: 'logins', title: 'Logins', needs: 'userControl.viewHistory', Content: Logins },
  { id: 'notices', title: 'Notices', needs: 'userControl.viewDetails', Content: Notices },
  { id: 'tickets', title: 'Tickets', needs: 'helpControl.getDataList', Content: Tickets },
  { id: 'files', title: 'Files', needs: 'userControl.viewDetails', Content: Files },
  { id: 'audit', title: 'Who looked', needs: 'userControl.viewDetails', Content: Audit },
];
