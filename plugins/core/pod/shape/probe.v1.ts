import { ApiType, Field } from '../../../../src/plugin-api/index.js';
import { AtLeast, type FieldVariant, OneOf, Required } from '../../../../src/plugin-api/built-in.js';
import { defaultHttpGet, defaultProbe } from './container.defaults.js';
import { STOP_SIGNALS } from './stop-signals.js';

/** Shape of v1.ExecAction. */
@ApiType({ name: 'k8s.io.api.core.v1.ExecAction', doc: 'Command run inside a container; exit code 0 means success.' })
export class ExecAction {
  @Field(1, 'string', { list: true, doc: 'Program and its arguments, run without a shell.' })
  @Required()
  command?: string[];
}

/** Shape of v1.HTTPHeader. */
@ApiType({ name: 'k8s.io.api.core.v1.HTTPHeader', doc: 'Header sent with an HTTP probe.' })
export class HTTPHeader {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the header, matched without regard to case.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Value sent with the header.' })
  value: string;
}

/** Shape of v1.HTTPGetAction. */
@ApiType({
  name: 'k8s.io.api.core.v1.HTTPGetAction',
  doc: 'HTTP request sent to a container as a probe or hook.',
  defaults: defaultHttpGet,
})
export class HTTPGetAction {
  @Field(1, 'string', { doc: 'Path of the request; / when unset.' })
  @Required()
  path?: string;

  @Field(2, 'intOrString', {
    always: true,
    required: true,
    doc: 'Port to connect to, as a number or as a port name of the container.',
  })
  port: number | string;

  @Field(3, 'string', { doc: 'Host to connect to; the address of the pod when unset.' })
  host?: string;

  @Field(4, 'string', {
    enum: ['HTTP', 'HTTPS'],
    alias: 'v1.URIScheme',
    doc: 'HTTP or HTTPS; HTTP when unset, and certificates are not checked.',
  })
  @OneOf('HTTP', 'HTTPS')
  scheme?: string;

  @Field(5, HTTPHeader, { list: true, doc: 'Headers added to the request; a name may occur more than once.' })
  httpHeaders?: HTTPHeader[];
}

/** Shape of v1.TCPSocketAction. */
@ApiType({ name: 'k8s.io.api.core.v1.TCPSocketAction', doc: 'A TCP connection that is tried.' })
export class TCPSocketAction {
  @Field(1, 'intOrString', { always: true, required: true, doc: 'Number or name of the port.' })
  port: number | string;

  @Field(2, 'string', { doc: 'Host to connect to; the pod itself when unset.' })
  host?: string;
}

/** Shape of v1.GRPCAction. */
@ApiType({ name: 'k8s.io.api.core.v1.GRPCAction', doc: 'Probe that asks the gRPC health service of a container.' })
export class GRPCAction {
  @Field(1, 'int32', { always: true, required: true, doc: 'Port of the gRPC server, from 1 to 65535.' })
  port: number;

  @Field(2, 'string', {
    pointer: true,
    always: true,
    default: '',
    doc: 'Service name sent in the health request; empty when unset.',
  })
  service?: string;
}

/** Shape of v1.ProbeHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.ProbeHandler' })
export class ProbeHandler {
  @Field(1, ExecAction, { pointer: true, doc: 'Runs a command in the container; exit code 0 is a success.' })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true, doc: 'Sends an HTTP GET request; codes 200 to 399 are a success.' })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, { pointer: true, doc: 'Opens a TCP connection; reaching the port is a success.' })
  tcpSocket?: TCPSocketAction;

  @Field(4, GRPCAction, { since: '1.23', pointer: true, doc: 'Calls the gRPC health service on a port of the pod.' })
  grpc?: GRPCAction;
}

/** Shape of v1.Probe. */
@ApiType({
  name: 'k8s.io.api.core.v1.Probe',
  doc: 'A repeated check of a container.',
  embed: 1,
  defaults: defaultProbe,
})
export class Probe extends ProbeHandler {
  @Field(2, 'int32', { doc: 'Wait before the first check.' })
  @AtLeast(0)
  initialDelaySeconds?: number;

  @Field(3, 'int32', { doc: 'Longest time a check may take.' })
  @AtLeast(0)
  timeoutSeconds?: number;

  @Field(4, 'int32', { doc: 'Time between checks.' })
  @AtLeast(0)
  periodSeconds?: number;

  @Field(5, 'int32', { doc: 'Successes in a row that count as good.' })
  @AtLeast(0)
  successThreshold?: number;

  @Field(6, 'int32', { doc: 'Failures in a row that count as bad.' })
  @AtLeast(0)
  failureThreshold?: number;

  @Field(7, 'int64', {
    since: '1.21',
    pointer: true,
    doc: 'Seconds to end after a failure, in place of those of the pod.',
  })
  @AtLeast(1, 'must be greater than 0')
  terminationGracePeriodSeconds?: number;
}

/** Shape of v1.SleepAction. */
@ApiType({ name: 'k8s.io.api.core.v1.SleepAction', doc: 'Waits for a fixed time in a lifecycle hook.' })
export class SleepAction {
  @Field(1, 'int64', { always: true, required: true, doc: 'Seconds to wait, at most the grace period of the pod.' })
  seconds: number;
}

/** Shape of v1.LifecycleHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.LifecycleHandler', doc: 'What a lifecycle hook does; exactly one member is set.' })
export class LifecycleHandler {
  @Field(1, ExecAction, { pointer: true, doc: 'Command to run inside the container.' })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true, doc: 'HTTP request to send to the container.' })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, {
    pointer: true,
    doc: 'Deprecated: not supported as a hook and fails when it runs; use another one.',
  })
  tcpSocket?: TCPSocketAction;

  @Field(4, SleepAction, { since: '1.29', pointer: true, doc: 'Wait of a given number of seconds.' })
  sleep?: SleepAction;
}

/** Shape of v1.Handler, the type of hooks before it was split from that of probes. */
@ApiType({ name: 'k8s.io.api.core.v1.Handler', doc: 'What a lifecycle hook does; exactly one member is set.' })
class Handler {
  @Field(1, ExecAction, { pointer: true, doc: 'Command to run inside the container.' })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true, doc: 'HTTP request to send to the container.' })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, { pointer: true, doc: 'Not supported as a hook.' })
  tcpSocket?: TCPSocketAction;
}

const BEFORE_SPLIT: FieldVariant = { until: '1.22', type: Handler };

/** Shape of v1.Lifecycle. */
@ApiType({ name: 'k8s.io.api.core.v1.Lifecycle', doc: 'Hooks around the life of a container.' })
export class Lifecycle {
  @Field(1, LifecycleHandler, {
    pointer: true,
    variants: [BEFORE_SPLIT],
    doc: 'Runs right after the container is created; if it fails, the container is killed.',
  })
  postStart?: LifecycleHandler;

  @Field(2, LifecycleHandler, {
    pointer: true,
    variants: [BEFORE_SPLIT],
    doc: 'Runs before the container is stopped, within the grace period of the pod.',
  })
  preStop?: LifecycleHandler;

  @Field(3, 'string', {
    since: '1.33',
    alias: 'v1.Signal',
    pointer: true,
    enum: STOP_SIGNALS.linux,
    doc: 'Signal that stops the container, such as SIGTERM; needs the operating system of the pod.',
  })
  stopSignal?: string;
}
