import { type Stores, controllerContext } from '../../../plugin-api/index.js';
import type { Node } from '../types.js';
import { FAKE_NODE, type NodesToAdd } from './fake-nodes.js';

const CAPACITY = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' };
const KUBELET = 'v1.32.0';

/** Adds nodes, numbered after those of the same beginning; returns their names. Rejects where a name is taken. */
export async function addNodes(
  stores: Stores,
  { count = 1, capacity, labels, namePrefix = 'node-' }: NodesToAdd,
): Promise<string[]> {
  const nodes = stores.of<Node>('', 'nodes');
  const taken = (await nodes.list(controllerContext())).map(({ metadata }) => metadata.name ?? '');
  let number = Math.max(
    -1,
    ...taken.filter((name) => name.startsWith(namePrefix)).map((name) => numberIn(name.slice(namePrefix.length))),
  );
  const added: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = `${namePrefix}${++number}`;
    const node = nodeOf(name, { ...CAPACITY, ...capacity }, number);
    node.metadata.labels = { ...node.metadata.labels, ...labels };
    const { status } = node;
    await nodes.create(controllerContext(), node);
    const context = controllerContext('', { subresource: 'status' });
    await nodes.update(context, name, (current) => ({ ...current!, status }));
    added.push(name);
  }
  return added;
}

/** The number that follows the beginning of a name; -1 without a number. */
function numberIn(name: string): number {
  const digits = /^\d{1,9}$/.exec(name)?.[0];
  return digits === undefined ? -1 : Number(digits);
}

function nodeOf(name: string, capacity: Readonly<Record<string, string>>, number: number): Node {
  const address = `10.1.${(number >> 8) & 0xff}.${number & 0xff}`;
  return {
    metadata: {
      name,
      labels: {
        [FAKE_NODE]: 'fake',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
      },
    },
    spec: {},
    status: {
      capacity,
      allocatable: capacity,
      addresses: [
        { type: 'InternalIP', address },
        { type: 'Hostname', address: name },
      ],
      nodeInfo: {
        architecture: 'amd64',
        operatingSystem: 'linux',
        osImage: 'fake',
        kernelVersion: 'fake',
        kubeletVersion: KUBELET,
        kubeProxyVersion: KUBELET,
        containerRuntimeVersion: 'testing://1',
        machineID: '',
        systemUUID: '',
        bootID: '',
      },
    },
  };
}
