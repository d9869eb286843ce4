import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

/** `npm run demo`, without npm. */
function runDemo(...options: string[]): Promise<Ended> {
  const args = [resolve(root, 'scripts/run.mjs'), 'scripts/demo.mjs', ...options];
  return new Promise((done) => {
    const child = execFile(process.execPath, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } }, (_, stdout, stderr) =>
      done({ exitCode: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

it('demo: runs to the end and removes its data', async () => {
  const { exitCode, output } = await runDemo();
  expect(output).toContain('Every result was as expected.');
  expect(exitCode).toBe(0);
  // Final balances: Ada's with her bonus, and Bayo's after the refund.
  expect(output).toContain('₦32,799.50');
  expect(output).toMatch(/The payout is returned, the money came back\n +Ada's wallet +₦32,799\.50/);
  expect(output).toMatch(/The purchase is failed, the money came back\n +Bayo's wallet +₦9,400\.50/);
  // Statistics as read by staff, and the retried webhook.
  expect(output).toContain('3, ₦5,500.00 of them completed');
  expect(output).toMatch(/ping failed +/);
  expect(output).toContain('The partner has it, with a signature that holds');
  expect(output).toContain('Right to the kobo');
  // From nothing to tier 2, and a payout that a passkey confirmed.
  expect(output).toMatch(/Tier 2 .*\n[^]*Zainab binds a passkey[^]*₦2,000\.00 were paid to EFE LAWAL/);
  // Subjects as people read them.
  expect(output).toMatch(/ada\S*@\S+ +.*₦/i);
  expect(output).not.toMatch(/=\?utf-8\?/i);
  const directory = /Data +(\S+)/.exec(output)?.[1];
  expect(directory).toMatch(/harmattan-demo-/);
  expect(existsSync(directory!)).toBe(false);
});

it('demo: prints help and runs nothing, and says what is wrong with an option in a sentence', async () => {
  const help = await runDemo('--help');
  expect(help).toMatchObject({ exitCode: 0, output: expect.stringContaining('--providers real') as string });
  expect(help.output).not.toContain('The service');
  for (const [option, sentence] of [
    ['--provider', /^Unknown option '--provider'\. npm run demo -- --help tells more\.$/],
    ['more', /^Unexpected argument 'more'\./],
    ['--providers=none', /^--providers is sandbox or real\./],
  ] as const) {
    const { exitCode, output } = await runDemo(option);
    expect(exitCode).toBe(2);
    expect(output.trim()).toMatch(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
  }
});

it('demo with simulated real providers: a time-out, a failover and a reversal, and books that agree', async () => {
  const { exitCode, output } = await runDemo('--providers', 'real');
  expect(output).toContain('Every result was as expected.');
  expect(exitCode).toBe(0);
  expect(output).toMatch(
    /VTpass delivers airtime and never says so\n +✓ Your purchase is being processed\n +✓ The purchase is completed/,
  );
  expect(output).toContain('The purchase is reversed, the money came back once');
  expect(output).toMatch(/Quickteller delivered +₦700\.00/);
  expect(output).toContain('The payout is returned, the money came back');
  expect(output).toMatch(/Paystack paid out +₦11,500\.00/);
  expect(output).toMatch(/Monnify paid out +₦1,200\.00/);
  expect(output).toContain('They have what the wallet has, and nothing to complain about');
  expect(output).toMatch(/SETTLEMENT Paystack +₦19,950\.00\n.*\n +TRF TO VTpass +−₦4,000\.00/);
  expect(output).toContain('Reconciled with the bank: 9 lines, no difference');
  expect(output.match(/and so it states/g)).toHaveLength(4);
  expect(output).toContain('The trial balance is zero: ₦10,121.62 on both sides');
  expect(output).toContain('Wallets of ₦10,001.62 are covered by the bank and providers');
  expect(output).toContain('VAT and stamp duty are remitted, and the tax page agrees with the ledger');
});
