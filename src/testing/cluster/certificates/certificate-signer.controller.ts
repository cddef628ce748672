import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  Authorizer,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  type UserInfo,
  controllerContext,
  updateExisting,
} from '../../../plugin-api/index.js';
import { ApiServerOptions } from '../../../plugin-api/built-in.js';
import { isTrue, withCondition } from '../conditions.js';
import type { Condition } from '../types.js';
import { loadX509, signRequest } from './certificate-authority.js';
import { isSigned, signingFault } from './signing-rules.js';

const KUBELET_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet';
/** How long a certificate is valid, in milliseconds, and the shortest time that can be asked for, in seconds (upstream: --cluster-signing-duration). */
const VALIDITY = 365 * 86_400_000;
const SHORTEST_SECONDS = 600;

/** The part of a CertificateSigningRequest that is read and written. */
interface SigningRequest extends ApiObject {
  spec: {
    readonly request: string;
    readonly signerName: string;
    readonly usages?: readonly string[];
    readonly expirationSeconds?: number;
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  status?: { readonly certificate?: string; readonly conditions?: readonly Condition[] };
}

/**
 * Approves what kubelets ask for themselves, and signs what is approved with the authority of the server (upstream: the
 * controllers csrapproving and csrsigning).
 */
@Injectable()
export class CertificateSignerController extends QueueController {
  readonly name = 'testing-certificate-signer';
  protected override readonly workers = 1;

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {
    super(parts);
  }

  private get requests(): ResourceStore<SigningRequest> {
    return this.parts.stores.of<SigningRequest>('certificates.k8s.io', 'certificatesigningrequests');
  }

  protected watch(): void {
    this.follow(this.requests, ({ metadata, spec }) => (isSigned(spec.signerName) ? [metadata.name ?? ''] : []));
  }

  protected async reconcile(name: string): Promise<void> {
    const object = await this.requests.find(controllerContext(), name);
    if (!object || object.metadata.deletionTimestamp || object.status?.certificate) return;
    const { conditions } = object.status ?? {};
    if (isTrue(conditions, 'Denied') || isTrue(conditions, 'Failed')) return;
    if (isTrue(conditions, 'Approved')) return this.sign(object, name);
    const permission = await this.permissionFor(object);
    if (permission) await this.approve(name, permission);
  }

  /** The permission by which a kubelet's own request is approved; undefined where an administrator has to decide. */
  private async permissionFor({ spec }: SigningRequest): Promise<string | undefined> {
    if (spec.signerName !== KUBELET_CLIENT) return undefined;
    const request = await parseRequest(spec.request);
    if (signingFault(spec.signerName, request, spec.usages ?? []) !== undefined) return undefined;
    const isOwn = request.subjectName.getField('CN').at(-1) === spec.username;
    const kinds = isOwn ? ['selfnodeclient', 'nodeclient'] : ['nodeclient'];
    for (const subresource of kinds) if (await this.mayCreate(spec, subresource)) return subresource;
    return undefined;
  }

  private async mayCreate(
    { username = '', uid, groups = [], extra }: SigningRequest['spec'],
    subresource: string,
  ): Promise<boolean> {
    const user: UserInfo = { name: username, groups: [...groups], ...(uid !== undefined && { uid }), ...copyOf(extra) };
    const { verdict } = await this.authorizer.authorize({
      user,
      verb: 'create',
      namespace: '',
      group: 'certificates.k8s.io',
      version: '*',
      resource: 'certificatesigningrequests',
      subresource,
      name: '',
      isResourceRequest: true,
      path: '',
    });
    return verdict === 'Allow';
  }

  private async approve(name: string, permission: string): Promise<void> {
    const kind = permission === 'selfnodeclient' ? 'self kubelet' : 'kubelet';
    const state = {
      type: 'Approved',
      status: 'True',
      reason: 'AutoApproved',
      message: `Auto approving ${kind} client certificate after SubjectAccessReview.`,
    };
    await this.setCondition(name, state, 'approval');
  }

  private async sign({ spec, metadata }: SigningRequest, name: string): Promise<void> {
    const request = await parseRequest(spec.request);
    const usages = spec.usages ?? [];
    const fault = signingFault(spec.signerName, request, usages);
    if (fault !== undefined) {
      const state = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message: fault };
      return this.setCondition(name, state, 'status');
    }
    const asked = spec.expirationSeconds;
    const validity = asked === undefined ? VALIDITY : Math.min(Math.max(asked, SHORTEST_SECONDS) * 1000, VALIDITY);
    const now = this.parts.clock.now();
    const certificate = await signRequest(this.options.certificateDirectory, { request, usages, now, validity });
    if (certificate === undefined) {
      return this.parts.logger.warn('a certificate is not signed: the key of the authority is not at hand', { name });
    }
    const context = controllerContext('', { subresource: 'status' });
    await updateExisting(this.requests, { context, name }, (current) =>
      current.metadata.uid === metadata.uid
        ? { ...current, status: { ...current.status, certificate: Buffer.from(certificate).toString('base64') } }
        : undefined,
    );
  }

  private async setCondition(
    name: string,
    state: { type: string; status: string; reason: string; message: string },
    subresource: string,
  ): Promise<void> {
    const now = this.parts.clock.now();
    const context = controllerContext('', { subresource });
    await updateExisting(this.requests, { context, name }, (current) => ({
      ...current,
      status: { ...current.status, conditions: withCondition(current.status?.conditions, state, now) },
    }));
  }
}

function copyOf(extra: SigningRequest['spec']['extra']): Pick<UserInfo, 'extra'> {
  if (!extra) return {};
  return { extra: Object.fromEntries(Object.entries(extra).map(([name, values]) => [name, [...values]])) };
}

/** Reads a request that was checked when it was stored. */
async function parseRequest(base64: string) {
  const { Pkcs10CertificateRequest } = await loadX509();
  return new Pkcs10CertificateRequest(Buffer.from(base64, 'base64').toString('latin1'));
}
