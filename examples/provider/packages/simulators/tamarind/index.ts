import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults, isStopped, readBody, type Reply, send, sendFaulty } from '../shared/fault.js';
import { LoopbackServer } from '../shared/loopback-server.js';
import type { BankSimulator, IncomingPayment, OpenedAccount, SimulatedBank } from '../shared/simulator.js';
import { sendWebhook } from '../shared/webhook-sender.js';

const KEY = 'tamarind-key';

class TamarindSimulator extends LoopbackServer implements BankSimulator {
  readonly faults = new Faults();
  readonly complaints: string[] = [];
  readonly orderPath = '/accounts';
  accounts: readonly OpenedAccount[] = [];
  private readonly webhooks = { url: undefined as string | undefined, header: 'x-tamarind-signature', secret: KEY };

  static async start(port: number): Promise<TamarindSimulator> {
    const simulator = new TamarindSimulator();
    await simulator.listen(port);
    return simulator;
  }

  get environment() {
    return { TAMARIND_URL: this.url, TAMARIND_KEY: KEY };
  }

  announceTo(serviceUrl: string): void {
    this.webhooks.url = `${serviceUrl}/?req=webhook_receive&provider=tamarind`;
  }

  async pay(account: string, { amountKobo, announce }: IncomingPayment): Promise<'credited'> {
    await this.change(account, { receivedKobo: amountKobo, state: 'paid' }, announce);
    return 'credited';
  }

  takeBack(account: string): Promise<void> {
    return this.change(account, { state: 'reversed' }, 1);
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const fault = this.faults.take(request.url ?? '');
    if (isStopped(response, fault)) return;
    if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, { status: 401, body: {} });
    if (fault === 'refused') return send(response, { status: 400, body: { refused: true, reason: 'closed' } });
    sendFaulty(response, fault, request.method === 'POST' ? this.open(body) : this.show(request.url ?? ''));
  }

  private open(body: string): Reply {
    const { reference, kobo: amountKobo } = JSON.parse(body) as { reference: string; kobo: number };
    const earlier = this.accounts.find((each) => each.reference === reference);
    if (earlier) return { status: 200, body: { number: earlier.account } };
    const account = String(7_000_000_000 + this.accounts.length);
    this.accounts = [{ reference, account, amountKobo, receivedKobo: 0, feesKobo: 0, state: 'open' }, ...this.accounts];
    return { status: 200, body: { number: account } };
  }

  private show(url: string): Reply {
    const found = this.accounts.find(({ reference }) => url === `/accounts/${reference}`);
    if (!found) return { status: 404, body: { reference: null } };
    const { account: id, receivedKobo: kobo, state } = found;
    return { status: 200, body: { payments: kobo > 0 ? [{ id, kobo, payer: 'ADA OBI' }] : [], reversed: state === 'reversed' } };
  }

  private async change(account: string, to: Partial<OpenedAccount>, announce: number): Promise<void> {
    this.accounts = this.accounts.map((each) => (each.account === account ? { ...each, ...to } : each));
    const { reference, state } = this.accounts.find((each) => each.account === account)!;
    for (let time = 0; time < announce; time++) await sendWebhook(this.webhooks, { event: state, reference });
  }
}

export const simulator: SimulatedBank = {
  name: 'tamarind',
  kind: 'deposit',
  title: 'Tamarind',
  place: 3,
  start: (port) => TamarindSimulator.start(port),
};
