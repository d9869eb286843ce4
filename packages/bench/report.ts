import type { Backend } from '../../test/support/backend.js';
import type { MailSpeed, SecurityMailDelay } from './mails.js';
import type { Settled } from './settled.js';
import type { Stretch } from './sustained.js';

export interface Row {
  readonly backend: Backend;
  readonly name: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly serviceCpuUs: number;
  readonly databaseCpuUs: number;
  readonly shareAhead: number | undefined;
  readonly bad: number;
  readonly refused: number;
}

const HEAD = [
  'store',
  'what',
  'connections',
  'per second',
  'p50 ms',
  'p99 ms',
  'p99.9 ms',
  'service CPU µs',
  'database CPU µs',
  'written ahead',
  'not 2xx',
  'refused',
];

/** Collects what was measured, as a table for the terminal and for docs/performance.md. */
export class Report {
  private readonly measured: Row[] = [];

  private readonly settled: Settled[] = [];
  private readonly mails: MailSpeed[] = [];
  private readonly securityMails: SecurityMailDelay[] = [];
  private readonly sustained = new Map<Backend, readonly Stretch[]>();

  add(row: Row): void {
    this.measured.push(row);
  }

  addSettled(result: Settled): void {
    this.settled.push(result);
  }

  addMails(result: MailSpeed): void {
    this.mails.push(result);
  }

  addSecurityMails(result: SecurityMailDelay): void {
    this.securityMails.push(result);
  }

  addSustained(backend: Backend, stretches: readonly Stretch[]): void {
    this.sustained.set(backend, stretches);
  }

  /** What was measured in several rounds as one row: the one with the median throughput. */
  private get rows(): Row[] {
    const rounds = new Map<string, Row[]>();
    for (const row of this.measured) {
      const what = `${row.backend} ${row.name} ${row.connections}`;
      rounds.set(what, [...(rounds.get(what) ?? []), row]);
    }
    return [...rounds.values()].map((rows) => rows.toSorted((one, other) => one.perSecond - other.perSecond)[rows.length >> 1]!);
  }

  print(): void {
    const lines = [HEAD, ...this.rows.map(cells)];
    const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
    for (const line of lines)
      console.log(
        line.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  '),
      );
    console.log();
    for (const line of this.ratios()) console.log(line);
    for (const line of [...this.settledTable(), ...this.mailsTable(), ...this.sustainedTables()]) console.log(line);
  }

  markdown(machine: string): string {
    const table = [HEAD, HEAD.map((_, column) => (column < 2 ? '---' : '--:')), ...this.rows.map(cells)].map(
      (line) => `| ${line.join(' | ')} |`,
    );
    const ratios = this.ratios().map((line) => `- ${line}`);
    const date = new Date().toISOString().slice(0, 10);
    const parts = [...table, '', ...ratios, ...this.settledTable(), ...this.mailsTable(), ...this.sustainedTables()];
    return [`Measured ${date} on ${machine}.`, '', ...parts, ''].join('\n');
  }

  private settledTable(): string[] {
    if (this.settled.length === 0) return [];
    const rows = this.settled.map(({ backend, what, roles, count, answeredPerSecond, settledPerSecond, cpuUs, ...row }) => {
      const cpu = Object.entries(cpuUs).map(([name, us]) => `${name} ${us}`);
      const times = [row.p50Ms, row.p99Ms, row.p999Ms].map((ms) => ms.toFixed(2));
      const cells = [backend, what, roles, count, answeredPerSecond, ...times, percent(row.shareAhead), settledPerSecond];
      return `| ${cells.join(' | ')} | ${cpu.join(', ')} |`;
    });
    return [
      '',
      'Settled: a transfer counts when its mails (to files) and webhook are done, a deposit when it is credited and its mail sent.',
      '',
      '| store | what | processes | count | answered a second | p50 ms | p99 ms | p99.9 ms | written ahead | settled a second | CPU µs for one |',
      '| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --- |',
      ...rows,
    ];
  }

  private mailsTable(): string[] {
    const rows = this.mails.map(({ backend, to, mails, perSecond, cpuUs }) => {
      const cpu = Object.entries(cpuUs).map(([name, us]) => `${name} ${us}`);
      return `| ${backend} | ${to} | ${mails} | ${perSecond} | ${cpu.join(', ')} |`;
    });
    const delays = this.securityMails.map(
      ({ backend, backlog, medianMs, worstMs }) =>
        `${backend}: beside ${backlog} mails about money, which the same process sends, a code is mailed ${medianMs} ms (at worst ${worstMs} ms) after its request.`,
    );
    if (rows.length === 0) return delays;
    return [
      ...delays,
      '',
      'Mails about money that wait, sent by one process.',
      '',
      '| store | to | mails | a second | CPU µs a mail |',
      '| --- | --- | --: | --: | --- |',
      ...rows,
    ];
  }

  private sustainedTables(): string[] {
    return [...this.sustained].flatMap(([backend, stretches]) => [
      '',
      `Sustained, ${backend}, ROLE=all: each row is 20,000 transfers.`,
      '',
      '| transfers | per second | service CPU µs | database CPU µs | service memory MB |',
      '| --: | --: | --: | --: | --: |',
      ...stretches.map(({ transfers, perSecond, serviceCpuUs, databaseCpuUs, serviceMemoryMb }) => {
        const cells = [transfers, Math.round(perSecond), serviceCpuUs, databaseCpuUs, Math.round(serviceMemoryMb)];
        return `| ${cells.join(' | ')} |`;
      }),
    ]);
  }

  /** The service against the yardsticks of the same run. */
  private ratios(): string[] {
    const pairs = [
      ['transfer, uniform', 'floor: ordinary way, uniform'],
      ['transfer, hot receiver', 'floor: ordinary way, hot receiver'],
      ['transfer, uniform', 'floor: stored procedure, uniform'],
      ['transfer, hot receiver', 'floor: stored procedure, hot receiver'],
      ['bill payment', 'floor: ordinary way, bill payment'],
      ['payout', 'bill payment'],
      ['transfer, uniform, 2 processes', 'transfer, uniform'],
      ['transfer, uniform, 3 processes', 'transfer, uniform'],
      ['transfer, hot receiver, 2 processes', 'transfer, hot receiver'],
      ['transfer, hot receiver, 3 processes', 'transfer, hot receiver'],
      ['wallet read', 'floor: signed stub'],
      ['history page, 1,000,000 entries', 'history page, 10,000 entries'],
    ] as const;
    return pairs.flatMap(([name, floor]) =>
      this.rows
        .filter((row) => row.name === name)
        .flatMap((row) => {
          const other = this.rows.find(
            (each) => each.name === floor && each.connections === row.connections && each.backend === row.backend,
          );
          return other
            ? [
                `${row.backend}, ${row.connections} connections: ${name} is ${(row.perSecond / other.perSecond).toFixed(2)} times ${floor}`,
              ]
            : [];
        }),
    );
  }
}

function cells(row: Row): string[] {
  const number = (value: number, digits = 0) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return [
    row.backend,
    row.name,
    String(row.connections),
    number(row.perSecond),
    number(row.p50Ms, 2),
    number(row.p99Ms, 2),
    number(row.p999Ms, 2),
    number(row.serviceCpuUs),
    number(row.databaseCpuUs),
    percent(row.shareAhead),
    String(row.bad),
    String(row.refused),
  ];
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${Math.round(share * 100)} %`;
}
