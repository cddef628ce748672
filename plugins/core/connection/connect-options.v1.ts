import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** Shape of v1.PodExecOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.PodExecOptions', doc: 'What to run in a container, and what to connect to it.' })
export class PodExecOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'bool', { doc: 'Whether standard input is connected.' })
  stdin?: boolean;

  @Field(2, 'bool', { doc: 'Whether standard output is connected.' })
  stdout?: boolean;

  @Field(3, 'bool', { doc: 'Whether standard error is connected.' })
  stderr?: boolean;

  @Field(4, 'bool', { doc: 'Whether the command gets a terminal.' })
  tty?: boolean;

  @Field(5, 'string', { doc: 'Container to run it in; needed where the pod has several.' })
  container?: string;

  @Field(6, 'string', {
    list: true,
    listType: 'atomic',
    always: true,
    required: true,
    doc: 'The command and its arguments; no shell reads it.',
  })
  command?: string[];
}

/** Shape of v1.PodAttachOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAttachOptions', doc: 'What to connect to a container that runs.' })
export class PodAttachOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'bool', { doc: 'Whether standard input is connected.' })
  stdin?: boolean;

  @Field(2, 'bool', { doc: 'Whether standard output is connected.' })
  stdout?: boolean;

  @Field(3, 'bool', { doc: 'Whether standard error is connected.' })
  stderr?: boolean;

  @Field(4, 'bool', { doc: 'Whether the container has a terminal, which is passed on.' })
  tty?: boolean;

  @Field(5, 'string', { doc: 'Container to connect to; needed where the pod has several.' })
  container?: string;
}

/** Shape of v1.PodPortForwardOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.PodPortForwardOptions', doc: 'The ports of a pod to connect to.' })
export class PodPortForwardOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'int32', { list: true, listType: 'atomic', doc: 'Ports to connect to; needed over WebSockets.' })
  ports?: number[];
}

/** Shape of v1.PodProxyOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.PodProxyOptions', doc: 'What to ask a pod for.' })
export class PodProxyOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { doc: 'The path the pod is asked for.' })
  path?: string;
}

/** Shape of v1.ServiceProxyOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceProxyOptions', doc: 'What to ask a service for.' })
export class ServiceProxyOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { doc: 'The path the service is asked for.' })
  path?: string;
}

/** Shape of v1.NodeProxyOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeProxyOptions', doc: 'What to ask a node for.' })
export class NodeProxyOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { doc: 'The path the node is asked for.' })
  path?: string;
}
