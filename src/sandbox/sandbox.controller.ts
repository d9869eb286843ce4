import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../kernel/clock.js';
import { parseNaira } from '../kernel/money.js';
import { pageFolder } from '../platform/http/page-folder.js';
import { PAYMENT_MANNERS, SandboxPayments } from './sandbox-payments.js';
import { SandboxOutcomes } from './sandbox-outcomes.js';
import { SANDBOX_OUTCOMES, SandboxRefusal } from './outcome-names.js';
import { SandboxAccess } from './sandbox-access.js';
import { SandboxClock } from './sandbox-clock.js';
import { SandboxMessages } from './sandbox-messages.js';
import { SandboxState } from './sandbox-state.js';

const PAGE = pageFolder('sandbox');
const FILES = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'colours.css': 'text/css; charset=utf-8',
} as const;

/** Mails have inline styles, and their frame inherits the policy of the page. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The page of the sandbox, outside of the interface. Parameters are in the query, because only operations take a body. */
@Controller('sandbox')
export class SandboxController {
  constructor(
    private readonly access: SandboxAccess,
    private readonly state: SandboxState,
    private readonly messages: SandboxMessages,
    private readonly payments: SandboxPayments,
    private readonly outcomes: SandboxOutcomes,
    private readonly clock: SandboxClock,
  ) {}

  @Get()
  page(@Res() reply: FastifyReply): Promise<void> {
    return this.file('index.html', reply);
  }

  @Get('page.js')
  script(@Res() reply: FastifyReply): Promise<void> {
    return this.file('page.js', reply);
  }

  @Get('page.css')
  style(@Res() reply: FastifyReply): Promise<void> {
    return this.file('page.css', reply);
  }

  @Get('colours.css')
  colours(@Res() reply: FastifyReply): Promise<void> {
    return this.file('colours.css', reply);
  }

  @Get('state')
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, () => this.state.read());
  }

  @Get('mails/:name')
  mail(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, async () => {
      const html = await this.messages.mailHtml(name);
      if (html === undefined) throw new SandboxRefusal('There is no such mail.');
      return { html };
    });
  }

  @Post('pay')
  @HttpCode(200)
  pay(
    @Query() { account = '', amount, manner = 'exact' }: Readonly<Record<string, string>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, async () => {
      const amountKobo = amount === undefined ? undefined : parseNaira(amount);
      if (amount !== undefined && amountKobo === undefined) throw new SandboxRefusal('Not an amount in Naira.');
      const payments = await this.payments.pay(account, amountKobo, oneOf(PAYMENT_MANNERS, manner));
      return { done: `${payments.length === 1 ? 'Paid' : 'Paid twice'} into ${account}.` };
    });
  }

  @Post('reverse')
  @HttpCode(200)
  reverse(
    @Query() { account = '' }: Readonly<Record<string, string>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, async () => {
      await this.payments.reverse(account);
      return { done: `What was paid into ${account} is taken back.` };
    });
  }

  @Post('clock')
  @HttpCode(200)
  forward(
    @Query() { minutes = '' }: Readonly<Record<string, string>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, async () => {
      if (!/^\d{1,6}$/.test(minutes)) throw new SandboxRefusal('Not a number of minutes.');
      const aheadMs = await this.clock.forward(Number(minutes) * MINUTE_MS);
      return { done: `The clock is ${aheadMs / MINUTE_MS} minutes ahead.` };
    });
  }

  @Post('outcome')
  @HttpCode(200)
  decide(
    @Query() { order = '', outcome = '' }: Readonly<Record<string, string>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, async () => {
      await this.outcomes.decide(order, oneOf(SANDBOX_OUTCOMES, outcome));
      return { done: `The sandbox now says of ${order}: ${outcome}.` };
    });
  }

  private async file(name: keyof typeof FILES, reply: FastifyReply): Promise<void> {
    void reply.headers({ ...HEADERS, 'content-type': FILES[name] }).send(await readFile(join(PAGE, name)));
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, work: () => Promise<object>): Promise<void> {
    void reply.headers({ ...HEADERS, 'content-type': 'application/json; charset=utf-8' });
    if (!this.access.allows(request)) return void reply.code(403).send({ refused: 'Not from here, or without SANDBOX_TOKEN.' });
    try {
      void reply.send(await work());
    } catch (error) {
      if (!(error instanceof SandboxRefusal)) throw error;
      void reply.code(409).send({ refused: error.message });
    }
  }
}

function oneOf<Value extends string>(values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (!found) throw new SandboxRefusal(`One of ${values.join(', ')}.`);
  return found;
}
