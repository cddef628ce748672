import { Inject, Injectable } from '@nestjs/common';
import {
  Authorizer,
  type ConnectRequest,
  type Connector,
  type Destination,
  Stores,
  badRequest,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { forbiddenFor } from '../../../src/plugin-api/built-in.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import { chosenContainer } from './chosen-container.js';
import type { PodAttachOptions, PodExecOptions, PodPortForwardOptions } from './connect-options.v1.js';
import { Kubelets } from './kubelets.js';

const PODS = { group: '', resource: 'pods' };
const CREATE = 'create';
const CREATE_GATE = 'AuthorizePodWebsocketUpgradeCreatePermission';

/** The part of a kubelet's path and query that depends on the pod and the options. */
interface KubeletPath {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Forwards connections to a pod to the kubelet of its node (upstream: streamLocation). */
abstract class PodStreamConnector<O extends object> implements Connector {
  constructor(
    private readonly stores: Stores,
    private readonly kubelets: Kubelets,
    private readonly authorizer: Authorizer,
  ) {}

  async locate(request: ConnectRequest<O>): Promise<Destination> {
    const { namespace, name, options } = request;
    if (request.context.isEnabled(CREATE_GATE)) await this.requireCreate(request);
    const pod = await this.stores.of<Pod>('', 'pods').get(systemContext(namespace), name);
    const { path, query } = this.pathOf(pod, options);
    const node = pod.spec?.nodeName ?? '';
    if (node === '') throw badRequest(`pod ${name} does not have a host assigned`);
    const place = await this.kubelets.find(node, PODS);
    return { ...place, path, query: query.toString(), peer: 'kubelet' };
  }

  /** A WebSocket begins with a GET: who may only read pods must not run programs in them. Throws 403. */
  private async requireCreate({ verb, namespace, name, context }: ConnectRequest<O>): Promise<void> {
    if (verb === CREATE) return;
    const { user, subresource } = context;
    const attributes = {
      ...{ user, verb: CREATE, ...PODS, version: 'v1', subresource, namespace, name },
      ...{ isResourceRequest: true, path: '' },
    };
    const { verdict, reason } = await this.authorizer.authorize(attributes);
    if (verdict !== 'Allow') throw forbiddenFor(attributes, reason);
  }

  /** Returns the path at the kubelet; 400 if it is undetermined. */
  protected abstract pathOf(pod: Pod, options: O): KubeletPath;
}

/** Forwards `pods/{name}/exec` to the kubelet. */
@Injectable()
export class PodExecConnector extends PodStreamConnector<PodExecOptions> {
  constructor(
    @Inject(Stores) stores: Stores,
    @Inject(Kubelets) kubelets: Kubelets,
    @Inject(Authorizer) authorizer: Authorizer,
  ) {
    super(stores, kubelets, authorizer);
  }

  protected pathOf(pod: Pod, options: PodExecOptions): KubeletPath {
    const query = streamsOf(options);
    for (const word of options.command ?? []) query.append('command', word);
    return { path: containerPath('exec', pod, options.container), query };
  }
}

/** Forwards `pods/{name}/attach` to the kubelet. */
@Injectable()
export class PodAttachConnector extends PodStreamConnector<PodAttachOptions> {
  constructor(
    @Inject(Stores) stores: Stores,
    @Inject(Kubelets) kubelets: Kubelets,
    @Inject(Authorizer) authorizer: Authorizer,
  ) {
    super(stores, kubelets, authorizer);
  }

  protected pathOf(pod: Pod, options: PodAttachOptions): KubeletPath {
    return { path: containerPath('attach', pod, options.container), query: streamsOf(options) };
  }
}

/** Forwards `pods/{name}/portforward` to the kubelet. */
@Injectable()
export class PodPortForwardConnector extends PodStreamConnector<PodPortForwardOptions> {
  constructor(
    @Inject(Stores) stores: Stores,
    @Inject(Kubelets) kubelets: Kubelets,
    @Inject(Authorizer) authorizer: Authorizer,
  ) {
    super(stores, kubelets, authorizer);
  }

  protected pathOf({ metadata }: Pod, { ports = [] }: PodPortForwardOptions): KubeletPath {
    const query = new URLSearchParams();
    if (ports.length > 0) query.append('port', ports.join(','));
    return { path: `/portForward/${metadata.namespace}/${metadata.name}`, query };
  }
}

function containerPath(what: string, pod: Pod, named: string | undefined): string {
  const { namespace, name } = pod.metadata;
  return `/${what}/${namespace}/${name}/${chosenContainer(pod, named)}`;
}

/** The streams as kubelets call them. */
const STREAMS = { stdin: 'input', stdout: 'output', stderr: 'error', tty: 'tty' } as const;

function streamsOf(options: PodAttachOptions): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ['stdin', 'stdout', 'stderr', 'tty'] as const) {
    if (options[name]) query.append(STREAMS[name], '1');
  }
  return query;
}
