import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/failure.js';
import { NetworkList } from '../../kernel/network-list.js';
import { BodyAdmission } from './body-admission.js';
import { BodyLimits } from './body-limits.js';
import { BodyReader } from './body-reader.js';
import { clientAddress } from './client-address.js';
import { HttpEnvironment } from './http.settings.js';
import { OperationPipeline } from './operation-pipeline.js';
import { send } from './send.js';
import type { Upload } from './upload.js';
import { UploadReceiver } from './upload-receiver.js';
import { readQuery, type WireAnswer, type WireRequest } from './wire.js';

const MULTIPART = /^multipart\/form-data\s*;/i;
const EMPTY_BODY = Buffer.alloc(0);

type OperationRequest = FastifyRequest<{ Params: { action?: string }; Body: unknown }>;

/** Passes every request to the pipeline, by `/?req=<action>` or `/<action>`. */
@Controller()
export class OperationsController {
  private readonly trusted: NetworkList;

  constructor(
    private readonly pipeline: OperationPipeline,
    private readonly bodyLimits: BodyLimits,
    private readonly admission: BodyAdmission,
    private readonly bodies: BodyReader,
    private readonly uploads: UploadReceiver,
    { trustedProxies }: HttpEnvironment,
  ) {
    this.trusted = new NetworkList(trustedProxies);
  }

  @All(['/', '/:action'])
  operate(@Req() request: OperationRequest, @Res() reply: FastifyReply): void | Promise<void> {
    if (isVisitor(request)) return void reply.redirect('/docs', 302);
    if (MULTIPART.test(request.headers['content-type'] ?? '')) return this.operateOnUpload(request, reply);
    const answer = this.pipeline.handle(this.wireRequest(request));
    if (answer instanceof Promise) return answer.then((later) => this.answer(request, reply, later));
    return this.answer(request, reply, answer);
  }

  private answer(request: OperationRequest, reply: FastifyReply, answer: WireAnswer): void {
    try {
      send(reply, answer);
    } finally {
      this.bodies.release(request.raw);
    }
  }

  private async operateOnUpload(request: OperationRequest, reply: FastifyReply): Promise<void> {
    const refusal = await this.admission.refusal(request, request.params.action);
    const upload = refusal ? undefined : await this.receive(request);
    try {
      send(reply, await this.pipeline.handle({ ...this.wireRequest(request), upload, ...(refusal && { refusal }) }));
    } finally {
      this.bodies.release(request.raw);
      await upload?.discard();
    }
  }

  /** A body without a session is not read, because the request will be refused. */
  private async receive(request: OperationRequest): Promise<Upload | undefined> {
    const limitBytes = this.bodyLimits.uploadLimitBytes(request.raw.url ?? '/', request.params.action);
    if (limitBytes === undefined || !(await this.bodyLimits.namesSession(request))) return undefined;
    return this.uploads.receive(request.raw, this.wireRequest(request), limitBytes);
  }

  private wireRequest(request: OperationRequest): WireRequest {
    return {
      method: request.method,
      target: request.raw.url ?? '/',
      pathAction: request.params.action,
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body : EMPTY_BODY,
      ip: clientAddress(request),
      traceparent: this.traceparent(request),
      refusal: request.body instanceof Failure ? request.body : undefined,
    };
  }

  /** A stranger could otherwise add spans to the traces of others, and have each of its requests kept. */
  private traceparent({ headers, socket }: OperationRequest): string | undefined {
    const { traceparent } = headers;
    if (typeof traceparent !== 'string') return undefined;
    return this.trusted.has(socket.remoteAddress ?? '') ? traceparent : undefined;
  }
}

/** A person with a browser, who names no operation. */
function isVisitor({ method, params, raw, headers }: OperationRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || params.action !== undefined) return false;
  return /\btext\/html\b/.test(headers.accept ?? '') && readQuery(raw.url ?? '/')['req'] === undefined;
}
