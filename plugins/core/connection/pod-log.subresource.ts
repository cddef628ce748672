import { Inject, Injectable } from '@nestjs/common';
import {
  type ConnectRequest,
  type Connector,
  type Destination,
  MetricsRegistry,
  Stores,
  type TextAtHand,
  invalidObject,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { ContainerLogs } from '../../../src/plugin-api/built-in.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import { chosenContainer } from './chosen-container.js';
import { Kubelets } from './kubelets.js';
import { validatePodLogOptions } from './pod-log-options.validation.js';
import type { PodLogOptions } from './pod-log-options.v1.js';

const PODS = { group: '', resource: 'pods' };

const INSECURE_BACKENDS = {
  name: 'kube_apiserver_pod_logs_insecure_backend_total',
  help: 'Requests for logs, by whether the certificate of the kubelet is verified.',
  labels: ['usage'],
  releases: { since: '1.27' },
  former: [
    {
      name: 'kube_apiserver_pod_logs_pods_logs_insecure_backend_total',
      deprecatedSince: '1.27.0',
      releases: { since: '1.21' },
    },
  ],
};

type CounterChild = ReturnType<ReturnType<MetricsRegistry['counter']>['labels']>;

/** Forwards `pods/{name}/log` to the kubelet that keeps the log (upstream: LogLocation). */
@Injectable()
export class PodLogConnector implements Connector {
  private readonly verified: CounterChild;
  private readonly unverified: CounterChild;

  // eslint-disable-next-line max-params -- the container hands over each part by its own token
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(Kubelets) private readonly kubelets: Kubelets,
    @Inject(ContainerLogs) private readonly logs: ContainerLogs,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
  ) {
    const usage = metrics.counter(INSECURE_BACKENDS);
    this.verified = usage.labels('enforce_tls');
    this.unverified = usage.labels('skip_tls_allowed');
  }

  async locate({
    namespace,
    name,
    options,
    context,
  }: ConnectRequest<PodLogOptions>): Promise<Destination | TextAtHand | undefined> {
    const allowsStreams = context.isEnabled('PodLogsQuerySplitStreams');
    const errors = validatePodLogOptions(options, { allowsStreams });
    if (errors.length > 0) throw invalidObject({ group: '', kind: 'PodLogOptions' }, name, errors);
    const pod = await this.stores.of<Pod>('', 'pods').get(systemContext(namespace), name);
    const container = chosenContainer(pod, options.container);
    const node = pod.spec?.nodeName ?? '';
    // Nothing has been written yet, which is no mistake of the client.
    if (node === '') return undefined;
    const text = await this.logs.find({ namespace, pod: name, container, node }, options);
    if (text) return { text };
    const place = await this.kubelets.find(node, PODS);
    (options.insecureSkipTLSVerifyBackend ? this.unverified : this.verified).increment();
    return {
      ...place,
      path: `/containerLogs/${namespace}/${name}/${container}`,
      query: queryOf(options, { allowsStreams }).toString(),
      peer: options.insecureSkipTLSVerifyBackend ? 'unverified kubelet' : 'kubelet',
    };
  }
}

const SWITCHES = ['follow', 'previous', 'timestamps'] as const;
const VALUES = ['sinceSeconds', 'sinceTime', 'tailLines', 'limitBytes'] as const;

function queryOf(options: PodLogOptions, { allowsStreams }: { allowsStreams: boolean }): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of SWITCHES) if (options[name]) query.append(name, 'true');
  for (const name of VALUES) {
    const value = options[name];
    if (value !== undefined) query.append(name, String(value));
  }
  if (allowsStreams) query.append('stream', options.stream ?? 'All');
  return query;
}
