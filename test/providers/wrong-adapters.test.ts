import { describe, expect, it } from 'vitest';
import type { CheckedBank, CheckedBiller, CheckedPayer } from '../../packages/harness/provider-check/ports.js';
import { prepareCheck } from '../../packages/harness/provider-check/provider-check.js';
import { findSimulators } from '../../packages/simulators/shared/found-simulators.js';
import type { PayoutProvider } from '../../src/contexts/banks/index.js';
import type { BillerProvider } from '../../src/contexts/billers/biller-provider.js';
import type { DepositProvider } from '../../src/contexts/deposits/deposit-provider.js';
import { kobo } from '../../src/kernel/money.js';
import { openProvider } from '../../src/open-provider.js';
import { PROVIDER_MANIFESTS } from '../../src/provider-manifests.js';

const simulators = await findSimulators();

/** Titles of the cases that an adapter fails, once something in it was replaced. */
async function failedWith(kind: string, name: string, spoil: (provider: object) => void): Promise<string[]> {
  const manifest = PROVIDER_MANIFESTS.find((each) => each.kind === kind && each.name === name)!;
  const simulated = simulators.find((each) => each.kind === kind && each.name === name)!;
  const check = await prepareCheck(manifest, simulated, async (environment, times) => {
    const opened = await openProvider(manifest, environment, times);
    spoil(opened.provider);
    return opened;
  });
  const failed: string[] = [];
  for (const each of check.cases) await each.run().catch(() => failed.push(each.title));
  await check.close();
  return failed;
}

describe('provider check', () => {
  it('calls the ports of the service by their own shapes', () => {
    const asChecked = (
      biller: BillerProvider,
      bank: DepositProvider,
      payer: PayoutProvider,
    ): [CheckedBiller, CheckedBank, CheckedPayer] => [biller, bank, payer];
    expect(asChecked).toBeTypeOf('function');
  });

  it('fails a biller that takes an unknown outcome for a failure', async () => {
    const failed = await failedWith('biller', 'vtpass', (provider) => {
      const biller = provider as BillerProvider;
      const submit = biller.submit.bind(biller);
      biller.submit = async (...given) => {
        const outcome = await submit(...given);
        if (outcome.status !== 'unknown') return outcome;
        return { status: 'failed', raw: outcome.raw, errorClass: 'biller_down', failoverEligible: true };
      };
    });
    expect(failed).toContain('submit: no answer, and it was delivered');
    expect(failed).toContain('submit: a 502, and it was delivered');
    expect(failed).toContain('submit: a 503');
    expect(failed.filter((title) => !title.startsWith('submit: '))).toEqual([]);
  });

  it('fails a biller that sends a purchase again, and one that believes every webhook', async () => {
    const failed = await failedWith('biller', 'vtpass', (provider) => {
      const biller = provider as BillerProvider;
      const submit = biller.submit.bind(biller);
      biller.submit = async (...given) => {
        const outcome = await submit(...given);
        return outcome.status === 'unknown' ? submit(...given) : outcome;
      };
      biller.webhooks!.identify = () => ({ eventId: 'the same', event: 'any' });
    });
    expect(failed).toContain('submit: a 502, and it never arrived');
    expect(failed.filter((title) => !title.startsWith('submit: '))).toEqual([
      'webhook: one that is signed with another secret is refused',
      'webhook: one without its proof is refused',
      'webhook: a repeat has the same event id, and another one has another',
      'all: nothing was sent that the provider would not take, and nothing delivered twice',
    ]);
  });

  it('fails a bank that refuses what it does not understand, and that takes a lost answer for no payment', async () => {
    const failed = await failedWith('deposit', 'paystack', (provider) => {
      const bank = provider as DepositProvider;
      const [openAccount, payments] = [bank.openAccount.bind(bank), bank.payments.bind(bank)];
      bank.openAccount = async (request) => {
        const outcome = await openAccount(request);
        return outcome.outcome === 'unknown' ? { outcome: 'refused', reason: outcome.cause } : outcome;
      };
      bank.payments = async (question) => {
        const answer = await payments(question);
        return answer.outcome === 'unknown' ? { outcome: 'not_found' } : answer;
      };
    });
    expect(failed).toContain('open: no answer refuses nothing, and a repeat opens one account');
    expect(failed).toContain('payments, transactions: broken JSON says nothing of the money');
    expect(failed.filter((title) => title.startsWith('webhook: '))).toEqual([]);
  });

  it('fails a payout provider that takes an unknown outcome for a failure, and a lost reference for one that never was', async () => {
    const failed = await failedWith('payout', 'paystack', (provider) => {
      const payer = provider as PayoutProvider;
      const [submit, query] = [payer.submit.bind(payer), payer.query.bind(payer)];
      payer.submit = async (...given) => {
        const outcome = await submit(...given);
        if (outcome.status !== 'unknown') return outcome;
        return { status: 'failed', raw: outcome.raw, errorClass: 'biller_down', failoverEligible: true };
      };
      payer.query = async (...given) => {
        const outcome = await query(...given);
        if (outcome.status !== 'unknown') return outcome;
        return { status: 'failed', raw: outcome.raw, errorClass: 'biller_down', failoverEligible: true };
      };
    });
    expect(failed).toContain('submit: no answer, and it was paid');
    expect(failed).toContain('submit: broken JSON, and it was paid');
    expect(failed).toContain('submit: a 502 to every call refunds nothing that was paid');
    expect(failed).toContain('query: a 503 says nothing of the payout');
    expect(failed).toContain('query: another amount or account than ours is a contradiction, and decides nothing');
    expect(failed.filter((title) => !/^(submit|query): /.test(title))).toEqual([]);
  });

  it('fails a payout provider that sends a payout again under another reference', async () => {
    const failed = await failedWith('payout', 'monnify', (provider) => {
      const payer = provider as PayoutProvider;
      const submit = payer.submit.bind(payer);
      payer.submit = async (submission, signal) => {
        const outcome = await submit(submission, signal);
        if (outcome.status !== 'unknown') return outcome;
        const again = { ...submission, reference: payer.newReference(), amountKobo: kobo(submission.amountKobo + 1) };
        return submit(again, signal);
      };
    });
    expect(failed).toContain('submit: a 502, and it was paid');
    expect(failed).toContain('submit: no answer, and it was paid');
  });

  it('fails a payout provider that answers every approval question with yes, and believes every webhook', async () => {
    const failed = await failedWith('payout', 'monnify', (provider) => {
      const payer = provider as PayoutProvider;
      const yes = payer.approvals!.answer(true);
      payer.approvals!.answer = () => yes;
      payer.webhooks!.identify = () => ({ eventId: 'the same', event: 'any' });
    });
    expect(failed).toEqual([
      'approval: its question names reference, amount and destination, and it understands both answers',
      'webhook: one that is signed with another secret is refused',
      'webhook: one without its proof is refused',
      'webhook: one whose bytes were changed is refused',
      'webhook: a repeat has the same event id, and another one has another',
    ]);
  });
});
